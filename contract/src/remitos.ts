import { ofClient } from './clients.ts'
import { maxDocumentLength } from './documents.ts'
import { CreatedBetween } from './paging.ts'
import {
  CalendarDate,
  Id,
  Line,
  Named,
  Nullable,
  OneOf,
  Quantity,
  QuantityIn,
  Text,
  Timestamp,
  VintageYear,
} from './primitives.ts'
import { ProductLabel } from './products.ts'
import { type Static, Type } from './type.ts'

export const remitoTypes = ['ingreso', 'egreso'] as const
export const RemitoType = OneOf(remitoTypes, {
  description: '`ingreso`: goods in. `egreso`: goods out',
  examples: ['egreso'],
})
export type RemitoType = Static<typeof RemitoType>

const remitoFields = {
  id: Id,
  type: RemitoType,
  status: OneOf(['issued', 'voided'], { examples: ['issued'] }),
  date: Type.String({
    format: 'date',
    description: 'The day on which the goods moved',
    examples: ['2026-11-02'],
  }),
  remito_number: Type.Array(Type.String(), {
    description: 'The numbers of the printed forms that make up the document',
    examples: [['R 00001-00001234']],
  }),
  source_order_id: Nullable(Id, {
    description: 'The order that an egreso was issued for; null if there is none',
  }),
  created_at: Timestamp,
}

export const Remito = Named('Remito', remitoFields)
export type Remito = Static<typeof Remito>

export const RemitoItem = Named('RemitoItem', {
  id: Id,
  product_id: Id,
  quantity: Quantity,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  expiry_date: Nullable(CalendarDate),
  vintage_year: Nullable(VintageYear),
  notes: Nullable(Type.String()),
  products: ProductLabel,
})

const detailFields = {
  ...remitoFields,
  voided_at: Nullable(Timestamp, { description: 'null while it is issued' }),
  void_reason: Nullable(Type.String({ examples: ['Cargado por error'] }), {
    description: 'Given with the voiding, or with the cancellation of its order',
  }),
}

export const RemitoDetail = Named('RemitoDetail', {
  ...detailFields,
  distribution_remito_items: Type.Array(RemitoItem),
})
export type RemitoDetail = Static<typeof RemitoDetail>

export const RemitoFilters = {
  remito_number: Type.Optional(
    Type.String({
      format: 'remito-number',
      maxLength: 40,
      description: 'One of the numbers of the remito, in any notation that an ingreso accepts',
      examples: ['R 0001-00001234'],
    }),
  ),
  source_order_id: Type.Optional({ ...Id, description: 'The egresos of this order' }),
  type: Type.Optional(RemitoType),
  ...CreatedBetween,
}

export const StaffRemito = Named('StaffRemito', { ...ofClient, ...remitoFields })
export type StaffRemito = Static<typeof StaffRemito>

export const StaffRemitoDetail = Named('StaffRemitoDetail', {
  ...ofClient,
  ...detailFields,
  voided_by: Nullable(Type.String({ examples: ['staff ERP (sk_9dKq21z)'] }), {
    description: 'Who voided it, as in the audit log; null while it is issued',
  }),
  distribution_remito_items: Type.Array(RemitoItem),
})
export type StaffRemitoDetail = Static<typeof StaffRemitoDetail>

export const StaffRemitoFilters = { client_id: Type.Optional(Id), ...RemitoFilters }

export const NewRemito = Named('NewRemito', {
  client_id: Id,
  type: RemitoType,
  date: Type.Optional(
    Type.String({
      ...CalendarDate,
      description:
        "The day on which the goods moved, from 2000-01-01 to tomorrow. Default: today. Both by the warehouse's time zone",
      examples: ['2026-11-02'],
    }),
  ),
  remito_number: Type.Optional(
    Type.Array(
      Type.String({ format: 'remito-number', maxLength: maxDocumentLength, examples: ['R 0003-00001821'] }),
      {
        maxItems: 20,
        description:
          'Only for an ingreso: the numbers on its printed forms, without repeats. The service numbers an egreso itself',
      },
    ),
  ),
  items: Type.Array(
    Named('NewRemitoItem', {
      product_id: Id,
      quantity: QuantityIn,
      lot_number: Type.Optional(
        Nullable(Line(64, { description: 'Only for an ingreso. Default: `SIN-LOTE`' })),
      ),
      expiry_date: Type.Optional(Nullable(CalendarDate)),
      vintage_year: Type.Optional(Nullable(VintageYear)),
      lot_id: Type.Optional(
        Nullable(Id, {
          description:
            'Only for an egreso: take the goods from this lot. Default: first expired, first out (FEFO)',
        }),
      ),
      notes: Type.Optional(Nullable(Text(500))),
    }),
    { minItems: 1, maxItems: 500 },
  ),
})
export type NewRemito = Static<typeof NewRemito>

export const maxRemitosPerPdf = 50

export const RemitosToPrint = {
  id: Type.Array(Id, {
    minItems: 1,
    maxItems: maxRemitosPerPdf,
    uniqueItems: true,
    description: `The remitos, in the order in which they are to be printed: \`id=…&id=…\`, at most ${maxRemitosPerPdf}`,
  }),
}

export const VoidRemito = Named('VoidRemito', { reason: Text(500, { examples: ['Cargado por error'] }) })
