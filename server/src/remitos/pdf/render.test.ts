// The printed page, as an unrelated program reads it.
import { describe, expect, test } from 'vitest'
import { isPopplerMissing, pdfPages, pdfWords } from '../../../tests/harness/pdf-text.ts'
import { margin, pageHeight, pageWidth } from '../../print/sheet.ts'
import type { PrintedItem, RemitoDocument } from './document.ts'
import { remitoFileName, renderRemito } from './render.ts'

const anItem: PrintedItem = {
  sku: 'MAL-750',
  name: 'Malbec',
  unit_type: 'caja',
  lot_number: 'L-1',
  expiry_date: '2027-03-31',
  vintage_year: 2021,
  quantity: 2,
  notes: null,
}
const aDocument: RemitoDocument = {
  id: '0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10',
  type: 'egreso',
  status: 'issued',
  of_sandbox: false,
  date: '2026-11-02',
  remito_number: ['R 00001-00000042'],
  created_at: '2026-11-02T12:00:00.000Z',
  cai: null,
  cai_expires_on: null,
  client: { name: 'Bodega Ñandú', cuit_dni: '30707770704', address: null, iva_condition: 'exento' },
  shipment: null,
  recipient: null,
  reason: null,
  items: [anItem],
  link: null,
  warehouse: {
    name: 'Depósito',
    cuit: '30716543214',
    address: null,
    ivaCondition: null,
    grossIncome: null,
    activitiesSince: null,
  },
}
const lines = (count: number, fields: (index: number) => Partial<PrintedItem>) =>
  Array.from({ length: count }, (_, index) => ({ ...anItem, ...fields(index) }))
const pdfOf = (fields: Partial<RemitoDocument>, language: 'es' | 'en' = 'es') =>
  renderRemito({ ...aDocument, ...fields }, language)

describe.skipIf(isPopplerMissing())('the text of a remito', () => {
  test('goes over several pages with 200 lines: each once, heads repeated, and every page counted', async () => {
    const items = lines(200, (index) => ({
      lot_number: `LOTE-${index + 1}`,
      name: 'Malbec '.repeat(1 + (index % 9)),
    }))
    const pages = await pdfPages(await pdfOf({ items }))
    expect(pages.length).toBeGreaterThan(3)
    for (const [index, page] of pages.entries()) {
      expect(page.match(/Producto/g)).toHaveLength(1)
      expect(page).toContain(`Página ${index + 1} de ${pages.length}`)
      expect(page).toContain('R 00001-00000042')
    }
    const lots = pages.flatMap((page) => page.match(/LOTE-\d+/g) ?? [])
    expect(lots).toEqual(items.map(({ lot_number }) => lot_number))
    expect(pages.map((page) => page.includes('Recibí conforme'))).toEqual(
      pages.map((_, i) => i === pages.length - 1),
    )
    expect(pages.at(-1)).toContain('Total: 400 cajas · 200 renglones')
  })

  test('never leaves the page or the column, however long the names are', async () => {
    const name = `${'Cooperativa Vitivinícola Ñuñorco '.repeat(6)}`.slice(0, 200)
    const party = {
      name,
      cuit_dni: '30707770704',
      address: 'w'.repeat(300),
      iva_condition: 'exento' as const,
    }
    const items = lines(30, () => ({
      name: 'W'.repeat(200),
      sku: 'S'.repeat(64),
      lot_number: 'L'.repeat(64),
      notes: 'frágil '.repeat(70),
      quantity: 999_999_999_999.999,
      unit_type: 'unidad',
    }))
    const pdf = await pdfOf({
      client: party,
      items,
      warehouse: { ...aDocument.warehouse, name, address: 'w'.repeat(300) },
      remito_number: Array(20).fill('R 00001-00000042'),
      type: 'ingreso',
    })
    const words = await pdfWords(pdf)
    expect(words.length).toBeGreaterThan(1000)
    for (const { left, right, top, bottom } of words) {
      expect(left).toBeGreaterThanOrEqual(margin - 0.1)
      expect(right).toBeLessThanOrEqual(pageWidth - margin + 0.1)
      expect(top).toBeGreaterThanOrEqual(margin - 6)
      expect(bottom).toBeLessThanOrEqual(pageHeight - margin + 6)
    }
  })

  test('keeps the columns of products and lots apart', async () => {
    const items = lines(9, (index) => ({ name: 'W'.repeat(200), lot_number: 'L'.repeat(index + 8) }))
    const words = await pdfWords(await pdfOf({ items }))
    const lotColumn = words.filter(({ text }) => /^L+$/.test(text))
    const productColumn = words.filter(({ text }) => /^W+$/.test(text))
    expect(lotColumn).toHaveLength(9)
    expect(Math.max(...productColumn.map(({ right }) => right))).toBeLessThanOrEqual(
      Math.min(...lotColumn.map(({ left }) => left)),
    )
  })

  test('never breaks the code of a lot: it shrinks a little, then has a line of its own below the row', async () => {
    const codes = [
      ...Array.from({ length: 64 }, (_, index) =>
        `A${String(index).padStart(2, '0')}${'W8'.repeat(40)}`.slice(0, index + 3),
      ),
      'L 2409 A B C D E F G H I J K L M N',
    ].map((code) => code.slice(0, 64))
    const items = codes.map((lot_number) => ({
      ...anItem,
      name: 'Malbec de altura '.repeat(5),
      sku: 'S'.repeat(64),
      notes: 'Frágil',
      lot_number,
    }))
    const pdf = await pdfOf({ items })
    const text = (await pdfPages(pdf)).join('\n')
    for (const code of codes)
      expect(
        text.split('\n').some((line) => line.includes(code)),
        code,
      ).toBe(true)
    expect(text).not.toContain('□')
    const words = await pdfWords(pdf)
    for (const { right } of words) expect(right).toBeLessThanOrEqual(pageWidth - margin + 0.1)
    // A line of its own is below everything else of its row.
    const own = words.findIndex((word) => word.text === codes[63])
    const row = words.slice(Math.max(0, own - 20), own).filter(({ text: one }) => /^S+$/.test(one))
    expect(Math.max(...row.map(({ bottom }) => bottom))).toBeLessThanOrEqual((words[own]?.top ?? 0) + 3)
  })

  test('prints copies one after the other, each with its mark on every page, and no mark if none were asked for', async () => {
    const items = lines(60, () => ({}))
    const plain = await pdfPages(await pdfOf({ items }))
    const marks = ['ORIGINAL', 'DUPLICADO', 'TRIPLICADO']
    for (const page of plain) for (const mark of marks) expect(page).not.toContain(mark)
    for (const copies of [1, 2, 3]) {
      const pages = await pdfPages(await pdfOf({ items, copies }))
      expect(pages).toHaveLength(plain.length * copies)
      for (const [index, page] of pages.entries()) {
        const copy = Math.floor(index / plain.length)
        expect(marks.filter((mark) => page.includes(mark))).toEqual([marks[copy]])
        expect(page).toContain(`Página ${(index % plain.length) + 1} de ${plain.length}`)
      }
    }
    const english = await pdfPages(await pdfOf({ copies: 2 }, 'en'))
    expect(english[1]).toContain('DUPLICATE (DUPLICADO)')
  })

  test('has every accent, letters of other alphabets, and a square for what the font lacks', async () => {
    const names = [
      'Ñandú añejo ÁÉÍÓÚ ü €',
      'Łódź Żubr',
      'Αθήνα Москва',
      'oficina final',
      'a\u0301',
      '株式 🍷',
      'a\n\tb',
    ]
    const [page = ''] = await pdfPages(await pdfOf({ items: names.map((name) => ({ ...anItem, name })) }))
    for (const shown of [
      'Ñandú añejo ÁÉÍÓÚ ü €',
      'Łódź Żubr',
      'Αθήνα Москва',
      'oficina final',
      ' á ',
      '□□ □',
      'a b',
    ])
      expect(page).toContain(shown)
  })

  test('adds up each unit exactly, with decimals of the language', async () => {
    const items = [
      { ...anItem, quantity: 0.1, unit_type: 'kg' as const },
      { ...anItem, quantity: 1234.2, unit_type: 'kg' as const },
      { ...anItem, quantity: 1 },
    ]
    expect((await pdfPages(await pdfOf({ items })))[0]).toContain('Total: 1.234,3 kg · 1 caja · 3 renglones')
    expect((await pdfPages(await pdfOf({ items }, 'en')))[0]).toContain(
      'Total: 1,234.3 kg · 1 case · 3 lines',
    )
  })

  test('says that it is voided on every page', async () => {
    const pages = await pdfPages(await pdfOf({ status: 'voided', items: lines(80, () => ({})) }))
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) {
      expect(page).toContain('ANULADO')
      // The letters of the diagonal mark are on lines of their own.
      expect(page.replaceAll('\n', '')).toMatch(/^ANULADO/)
    }
    expect((await pdfPages(await pdfOf({ status: 'voided' }, 'en')))[0]).toContain('VOIDED')
  })

  test('of an ingreso says what it is, with the numbers of the supplier and without a carrier', async () => {
    const numbers = ['R 00003-00001821', 'X 00004-00000007']
    const [page = ''] = await pdfPages(await pdfOf({ type: 'ingreso', remito_number: numbers }))
    for (const shown of ['CONSTANCIA DE RECEPCIÓN', 'Mercadería de', ...numbers, 'Recibí conforme'])
      expect(page).toContain(shown)
    for (const absent of ['Código N° 91', 'Transportista', 'Por cuenta y orden de'])
      expect(page).not.toContain(absent)
    const [unnumbered] = await pdfPages(await pdfOf({ type: 'ingreso', remito_number: [] }))
    expect(unnumbered).toContain('Sin número')
  })
})

test('the same document gives the same bytes, and another language others', async () => {
  const items = lines(60, () => ({}))
  const [first, second, english] = await Promise.all([
    pdfOf({ items }),
    pdfOf({ items }),
    pdfOf({ items }, 'en'),
  ])
  expect(first.equals(second)).toBe(true)
  expect(first.equals(english)).toBe(false)
})

test('the file is named after the number, or the id where there is none', () => {
  expect(remitoFileName(aDocument)).toBe('remito-R-00001-00000042.pdf')
  expect(remitoFileName({ ...aDocument, type: 'ingreso', remito_number: [] })).toBe(
    `ingreso-${aDocument.id}.pdf`,
  )
})
