import { Client } from './clients.ts'
import { Destinatario } from './destinatarios.ts'
import { InboundNotice } from './inbound.ts'
import { Order } from './orders.ts'
import { Id, Line, Named, Nullable } from './primitives.ts'
import { Product } from './products.ts'
import { Remito } from './remitos.ts'
import { Return } from './returns.ts'
import { Lot } from './stock.ts'
import { TripSummary } from './trips.ts'
import { type Static, Type } from './type.ts'
import { maxSearchLength } from './values.ts'

export const SearchQuery = {
  q: Line(maxSearchLength, {
    description:
      'The beginning of a number, SKU or name, or of a word of a SKU or name; a CUIT or DNI, with or without hyphens; the number in a bar code. Case and accents are ignored; `%` and `_` are plain characters',
    examples: ['malbec'],
  }),
}

const { order_number, reference, status: orderStatus, created_at } = Order.properties
const { sku, unit_type, archived } = Product.properties
const { product_id, lot_number, quantity, expiry_date, products } = Lot.properties
const { type, status: remitoStatus, date, remito_number } = Remito.properties
const { address, city } = Destinatario.properties
const { number, date: tripDate, status: tripStatus, driver_name, plate, stops_count } = TripSummary.properties
const { name: clientName, cuit_dni, status: clientStatus } = Client.properties

const order = { id: Id, order_number, reference, status: orderStatus, created_at }
const product = { id: Id, sku, name: Product.properties.name, unit_type, archived }
const lot = { id: Id, product_id, lot_number, quantity, expiry_date, products }
const remito = { id: Id, type, status: remitoStatus, date, remito_number }
const { reference: noticeReference, status: noticeStatus, expected_on } = InboundNotice.properties
const inbound = {
  id: Id,
  number: InboundNotice.properties.number,
  reference: noticeReference,
  status: noticeStatus,
  expected_on,
}
const returned = {
  id: Id,
  number: Return.properties.number,
  status: Return.properties.status,
  created_at: Return.properties.created_at,
}
const destinatario = { id: Id, name: Destinatario.properties.name, address, city }

const needs = (scope: string) => ({ description: `null without the scope \`${scope}\`` })

export const SearchResults = Named('SearchResults', {
  orders: Nullable(Type.Array(Named('FoundOrder', order)), needs('read:orders')),
  products: Nullable(Type.Array(Named('FoundProduct', product)), needs('read:stock')),
  lots: Nullable(Type.Array(Named('FoundLot', lot)), needs('read:stock')),
  remitos: Nullable(Type.Array(Named('FoundRemito', remito)), needs('read:remitos')),
  inbound: Nullable(Type.Array(Named('FoundInboundNotice', inbound)), needs('read:inbound')),
  returns: Nullable(Type.Array(Named('FoundReturn', returned)), needs('read:remitos')),
  destinatarios: Nullable(Type.Array(Named('FoundDestinatario', destinatario)), needs('read:destinatarios')),
})
export type SearchResults = Static<typeof SearchResults>

const owner = { client: Named('ClientLabel', { id: Id, name: clientName }) }

export const StaffSearchResults = Named('StaffSearchResults', {
  orders: Type.Array(Named('StaffFoundOrder', { ...order, ...owner })),
  products: Type.Array(Named('StaffFoundProduct', { ...product, ...owner })),
  lots: Type.Array(Named('StaffFoundLot', { ...lot, ...owner })),
  remitos: Type.Array(Named('StaffFoundRemito', { ...remito, ...owner })),
  inbound: Type.Array(Named('StaffFoundInboundNotice', { ...inbound, ...owner })),
  returns: Type.Array(Named('StaffFoundReturn', { ...returned, ...owner })),
  destinatarios: Type.Array(Named('StaffFoundDestinatario', { ...destinatario, ...owner })),
  trips: Type.Array(
    Named('FoundTrip', {
      id: Id,
      number,
      date: tripDate,
      status: tripStatus,
      driver_name,
      plate,
      stops_count,
    }),
  ),
  clients: Type.Array(Named('FoundClient', { id: Id, name: clientName, cuit_dni, status: clientStatus })),
})
export type StaffSearchResults = Static<typeof StaffSearchResults>

/** What somebody of the staff needs to know of a client to receive its goods. */
export const ClientName = Named('ClientName', { id: Id, name: clientName })
export type ClientName = Static<typeof ClientName>

export const ClientNameQuery = {
  q: Type.Optional(
    Line(maxSearchLength, {
      description: 'The beginning of the name, or of a word of it. Without it: the newest clients',
      examples: ['alamos'],
    }),
  ),
}

export const ClientNames = Named('ClientNames', { clients: Type.Array(ClientName) })
export type ClientNames = Static<typeof ClientNames>
