// The events of a client as a file for people: what happened, in words, and what it happened to.
import { type EventEnvelope, type EventType, eventTexts, type Language } from '@anden/contract'
import { eventTypes } from '@anden/contract/values'
import type { Queryable } from '../db/queryable.ts'
import { moment, number, type SheetColumn, sheet, text } from '../http/reads/sheets/sheet.ts'
import { productsOfEvents } from './queries.ts'

type Row = EventEnvelope & { product: string | null }

const columns: readonly SheetColumn<Row>[] = [
  moment('Fecha', 'Time', ({ created_at }) => created_at),
  text('Qué pasó', 'What happened', ({ type }, language) => happened(type, language), 52),
  text('Referencia', 'About', (event) => reference(event), 26),
  text('Producto', 'Product', ({ product }) => product, 34),
  number('Cantidad anterior', 'Quantity before', ({ data }) => numberIn(data.object, 'old_quantity'), 17),
  number('Cantidad nueva', 'Quantity after', ({ data }) => numberIn(data.object, 'new_quantity'), 16),
  number('Importe', 'Amount', ({ data }) => numberIn(data.object, 'amount'), 14),
  text('Motivo', 'Reason', ({ data }) => reasonOf(data.object), 34),
  text('Evento', 'Event', ({ type }) => type, 22),
]

export const eventsSheet = sheet({
  name: { es: 'eventos', en: 'events' },
  columns,
  rows:
    ({ client }: { client: { id: string } }, db: Queryable) =>
    async (events: EventEnvelope[]): Promise<Row[]> => {
      const ids = events.map(({ data }) => textIn(data.object, 'product_id')).filter((id) => id !== null)
      const products = ids.length === 0 ? [] : await db.rows(productsOfEvents(client.id, [...new Set(ids)]))
      const names = new Map(products.map(({ id, sku, name }) => [id, `${sku} ${name}`]))
      return events.map((event) => ({
        ...event,
        product: names.get(textIn(event.data.object, 'product_id') ?? '') ?? null,
      }))
    },
})

type Carried = Readonly<Record<string, unknown>>

const textIn = (object: Carried, name: string) => (typeof object[name] === 'string' ? object[name] : null)
const numberIn = (object: Carried, name: string) => (typeof object[name] === 'number' ? object[name] : null)

/** An event that an older version has stored may have a type that is gone. */
const happened = (type: string, language: Language) =>
  eventTypes.some((known) => known === type) ? eventTexts[type as EventType][language] : type

function reference({ data: { object } }: EventEnvelope): string | null {
  const remito = object['remito_number']
  if (Array.isArray(remito)) return remito.join(', ')
  return textIn(object, 'order_number') ?? textIn(object, 'lot_number') ?? textIn(object, 'number')
}

const reasonOf = (object: Carried) =>
  textIn(object, 'status_reason') ?? textIn(object, 'void_reason') ?? textIn(object, 'reason')
