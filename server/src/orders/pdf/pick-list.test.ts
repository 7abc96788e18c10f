// The drawn pick list, as an unrelated program reads it: long texts, and as many orders as one list can have.
import { describe, expect, test } from 'vitest'
import { isPopplerMissing, pdfPages, pdfWords } from '../../../tests/harness/pdf-text.ts'
import { contentWidth, margin, pageHeight, pageWidth } from '../../print/sheet.ts'
import type { OrderToPick } from '../pick-list.ts'
import { pickListTemplates } from './pick-list.ts'

type Goods = OrderToPick['goods'][number]

const someGoods = (count: number, more: (index: number) => Partial<Goods> = () => ({})): Goods[] =>
  Array.from({ length: count }, (_, index) => ({
    location: index % 5 === 4 ? null : `A-${index}-1`,
    product_id: `p${index}`,
    sku: `MAL-${index}`,
    name: 'Malbec Reserva',
    gtin: null,
    unit_type: 'caja',
    lot_id: `l${index}`,
    lot_number: `L-${index}`,
    expiry_date: null,
    vintage_year: 2021,
    quantity: 2,
    notes: null,
    ...more(index),
  }))

const someOrders = (count: number, goods: (order: number) => Goods[], more: Partial<OrderToPick> = {}) =>
  Array.from(
    { length: count },
    (_, index): OrderToPick => ({
      id: `o${index}`,
      order_number: `PED-${String(index + 1).padStart(6, '0')}`,
      status: 'approved',
      client_id: `c${index % 2}`,
      client_name: `Bodega ${index % 2}`,
      destinatario_name: 'Vinoteca',
      notes: null,
      goods: goods(index),
      ...more,
    }),
  )

const draw = (orders: OrderToPick[]) =>
  pickListTemplates['pick-list']({ orders, day: '2026-11-18', warehouse: null }, 'es')

describe.skipIf(isPopplerMissing())('a pick list', () => {
  test('never leaves the page, however long the texts are, and never breaks a code', async () => {
    const code = (letter: string) => letter.repeat(40)
    const goods = someGoods(20, (index) => ({
      name: 'W'.repeat(200),
      sku: 'S'.repeat(64),
      location: code('U'),
      lot_number: `${'L'.repeat(60)}-${index}`.slice(0, 64),
      quantity: 999_999_999.999,
      unit_type: 'unidad',
      notes: 'frágil, ñandú '.repeat(30),
    }))
    const more = { client_name: 'Cooperativa Vitivinícola Ñuñorco '.repeat(6), notes: 'portón '.repeat(200) }
    const pdf = Buffer.from(await draw(someOrders(3, () => goods, more)))
    const words = await pdfWords(pdf)
    expect(words.length).toBeGreaterThan(1000)
    for (const { left, right, top, bottom } of words) {
      expect(left).toBeGreaterThanOrEqual(margin - 0.1)
      expect(right).toBeLessThanOrEqual(margin + contentWidth + 0.1)
      expect(top).toBeGreaterThanOrEqual(margin - 6)
      expect(bottom).toBeLessThanOrEqual(pageHeight - margin + 6)
    }
    expect(pageWidth - margin).toBeCloseTo(margin + contentWidth)
    const text = (await pdfPages(pdf)).join('\n')
    expect(text).toContain(code('U'))
    expect(text).toContain('S'.repeat(64))
  })

  test('repeats the head of a table on each of its pages, and keeps the heading of an order with its first line', async () => {
    const pages = await pdfPages(Buffer.from(await draw(someOrders(6, () => someGoods(20)))))
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages) {
      const lines = page.split('\n')
      expect(page).toContain('Ubicación')
      for (const [index, line] of lines.entries())
        if (/^Destinatario: /.test(line))
          expect(lines.slice(index + 1, index + 4).join(' ')).toContain('A-0-1')
    }
    expect(pages.at(-1)).toContain(`Página ${pages.length} de ${pages.length}`)
  })

  test('50 orders of 20 lines are printed in bounded memory', async () => {
    const orders = someOrders(50, (order) => someGoods(20, (index) => ({ lot_id: `l${order * 7 + index}` })))
    // Loads the library and the fonts, which stay.
    await draw(orders.slice(0, 1))
    globalThis.gc?.()
    const before = process.memoryUsage()
    let highest = 0
    const watch = setInterval(() => {
      highest = Math.max(highest, process.memoryUsage().heapUsed)
    }, 5)
    const bytes = await draw(orders)
    clearInterval(watch)
    highest = Math.max(highest, process.memoryUsage().heapUsed)
    expect((await pdfPages(Buffer.from(bytes))).length).toBeGreaterThan(20)
    expect(bytes.byteLength).toBeLessThan(2 * 1024 * 1024)
    // The threads have 256 MiB. Most of this is garbage that nobody has collected yet.
    expect(highest - before.heapUsed).toBeLessThan(96 * 1024 * 1024)
  })
})
