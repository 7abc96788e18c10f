import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arrangementOf, cellsOf, readPasted, type SheetColumn } from './columns.ts'
import { readTable, writeTable } from './table-text.ts'

const columns: SheetColumn[] = [
  { id: 'reference', label: 'Referencia', names: ['pedido'], width: 100, isRequired: true },
  { id: 'sku', label: 'SKU', names: ['codigo'], width: 100 },
  { id: 'quantity', label: 'Cantidad', names: ['cant'], width: 100, isRequired: true },
]

describe('what a spreadsheet puts on the clipboard', () => {
  test.each([
    [
      'cells and lines',
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a cell with a line break, a tab and quotes', '"a\n""b""\tc"\td', [['a\n"b"\tc', 'd']]],
    ['a cell that only begins with a quote', '"Los Álamos" SA\t6', [['"Los Álamos" SA', '6']]],
    ['a quote that is not closed', '"a\tb\nc', [['"a', 'b'], ['c']]],
    ['empty cells, and lines between others', '\ta\n\n\tb\n', [['', 'a'], [''], ['', 'b']]],
    ['nothing but empty cells', '\t\t\n\t\t\n', []],
  ])('%s', (_, text, rows) => {
    expect(readTable(text, '\t')).toEqual(rows)
  })

  test('is read as it was written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', '\t', '\n', ',', ' ', 'ñ') })
    const row = fc
      .array(cell, { minLength: 2, maxLength: 4 })
      .filter((cells) => cells.some((text) => text.trim()))
    fc.assert(
      fc.property(fc.array(row, { minLength: 1 }), fc.constantFrom('\t', ',', ';'), (rows, separator) => {
        // A cell that begins with a quote and has neither separator nor line break is written in quotes all the same.
        expect(readTable(writeTable(rows, separator), separator)).toEqual(rows)
      }),
    )
  })
})

describe('the columns of a pasted table', () => {
  test('are recognised by their headings, in any order, case and spelling', () => {
    const { headings, rows } = readPasted('Cant.\tCÓDIGO\tPedido\n6\tMAL-750\tOC 1\n', columns)
    expect(arrangementOf(headings ?? [], columns)).toEqual(['quantity', 'sku', 'reference'])
    expect(rows).toEqual([['6', 'MAL-750', 'OC 1']])
  })

  test('of CSV as well, but no comma of an address separates cells', () => {
    expect(readPasted('pedido;sku;cantidad\nOC 1;MAL;6', columns).rows).toEqual([['OC 1', 'MAL', '6']])
    expect(readPasted('San Martín 1250, Mendoza\nBelgrano 88, Godoy Cruz', columns)).toEqual({
      headings: null,
      rows: [['San Martín 1250, Mendoza'], ['Belgrano 88, Godoy Cruz']],
    })
  })

  test('are taken once, and a line break within a cell becomes a space', () => {
    const arrangement = arrangementOf(['sku', 'Código', 'Precio'], columns)
    expect(arrangement).toEqual(['sku', null, null])
    expect(cellsOf(['MAL\n 750', 'x', '10'], arrangement)).toEqual({ sku: 'MAL 750' })
  })
})
