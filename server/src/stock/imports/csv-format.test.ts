// The CSV variants that spreadsheets and ERPs write.

import { describe, expect, test } from 'vitest'
import { lotsOf, sendCount } from '../../../tests/harness/counts.ts'
import { useService } from '../../../tests/harness/prologue.ts'

const service = await useService()
const staff = await service.aStaffMember()

/** Imports the file, which must succeed, and returns `sku lot quantity` of every lot. */
async function read(file: string | Uint8Array<ArrayBuffer>): Promise<string[]> {
  const client = await service.aClient()
  const answer = await sendCount(staff, client.id, file)
  expect(answer.status, answer.text).toBe(201)
  const lots = await lotsOf(service.db, client.id)
  return lots.map(({ sku, lot_number, quantity }) => `${sku} ${lot_number} ${quantity}`)
}
const header = 'sku,quantity,lot_number,name,unit_type'

describe('POST /stock/imports reads', () => {
  test('commas, quotes and line breaks within quotes', async () => {
    const file = `${header}\n"A, B",1,"L ""1""","Caja de\r\n6, surtida",caja\nC,2,L2,C,caja\n`
    expect(await read(file)).toEqual(['A, B L "1" 1', 'C L2 2'])
  })

  test('a decimal comma in quotes', async () => {
    expect(await read(`${header}\nA,"1,25",L,A,kg`)).toEqual(['A L 1.25'])
  })

  test('semicolons with decimal commas or points', async () => {
    const file = `${header.replaceAll(',', ';')}\nA;1,5;L;A;kg\nB;2.125;L;"B; y más";litro`
    expect(await read(file)).toEqual(['A L 1.5', 'B L 2.125'])
  })

  test('a byte order mark, CRLF, and a last line without an end', async () => {
    expect(await read(`\uFEFF${header}\r\nA,1,L,A,caja\r\nÑ,2,Ü,"Ñ",caja`)).toEqual(['A L 1', 'Ñ Ü 2'])
    expect(await read(`\uFEFF"sku";"quantity";"name";"unit_type"\r\n"A";"1";"A";"caja"\r\n`)).toEqual([
      'A SIN-LOTE 1',
    ])
  })

  test('columns in any order, names in any case, blanks around everything', async () => {
    expect(await read(' Unit_Type ,QUANTITY,name, SKU\n caja , 3 , Uno , A \n')).toEqual(['A SIN-LOTE 3'])
  })

  test.each([
    'sku;cantidad;lote;vencimiento;cosecha;nombre;unidad',
    'SKU;Cantidad;Lote;Vencimiento;Cosecha;Producto;Unidad',
    'Código;Cant.;N° de lote;Fecha de vencimiento;Añada;Descripción;Unidad de medida',
    'codigo;CANTIDAD CONTADA;Numero de Lote;vto;anada;descripcion;UM',
    'Co\u0301digo;quantity;lot_number;expiry_date;vintage_year;name;unit_type',
  ])('the column names %s', async (names) => {
    expect(await read(`${names}\nA;1,5;L 1;2027-03-31;2021;Aceite;kg`)).toEqual(['A L 1 1.5'])
  })

  test('a column once, whichever of its names it has', async () => {
    const { id } = await service.aClient()
    const answer = await sendCount(staff, id, 'sku;cantidad;quantity\nA;1;1')
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toMatchObject([{ line: 1, column: 'quantity', code: 'column_twice' }])
    const unknown = await sendCount(staff, id, 'sku;cantidad;color\nA;1;1')
    expect(unknown.body.errors).toMatchObject([{ line: 1, column: 'color', code: 'unknown_column' }])
  })

  test('empty lines, and lines of separators only, as nothing', async () => {
    const file = `\r\n\n${header}\n\n \nA,1,L,A,caja\n,,,,\n\r\n,,,,\nB,2,L,B,caja\n\n\n`
    expect(await read(file)).toEqual(['A L 1', 'B L 2'])
  })

  test('whole numbers however many zeros they are written with', async () => {
    expect(await read(`${header}\nA,0012.0000,L,A,caja\nB,1000000000,L,B,caja\nC,0.001,L,C,kg`)).toEqual([
      'A L 12',
      'B L 1000000000',
      'C L 0.001',
    ])
  })

  test('characters that fall between two chunks of the upload', async () => {
    const long = 'ñ€😀'.repeat(20)
    const lines = Array.from(
      { length: 3000 },
      (_, index) => `${index},1,${'€'.repeat(index % 60)},${long},caja`,
    )
    expect(await read([header, ...lines].join('\n'))).toHaveLength(3000)
  })
})
