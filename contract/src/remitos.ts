import { acceptanceOfDetail } from './acceptances.ts'
import { ofClient } from './clients.ts'
import { ivaConditions, maxDocumentLength } from './documents.ts'
import { CreatedBetween } from './paging.ts'
import {
  amongMatches,
  CalendarDate,
  foundBy,
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
import { ProductLabel, UnitType } from './products.ts'
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
  unit_type: UnitType,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  expiry_date: Nullable(CalendarDate),
  vintage_year: Nullable(VintageYear),
  notes: Nullable(Type.String()),
  products: ProductLabel,
})

const RemitoRecipient = Named('RemitoRecipient', {
  name: Type.String({ examples: ['Escuela de Enología'] }),
  cuit_dni: Nullable(Type.String({ examples: ['30707770704'] })),
  iva_condition: Nullable(OneOf(ivaConditions, { examples: ['exento'] })),
  address: Nullable(Type.String({ examples: ['Av. San Martín 1250, Mendoza'] })),
})
export type RemitoRecipient = Static<typeof RemitoRecipient>

const detailFields = {
  ...remitoFields,
  inbound_id: Nullable(Id, {
    description: 'The inbound notice that an ingreso was received against; null if there is none',
  }),
  return_id: Nullable(Id, {
    description: 'The return whose goods came in by an ingreso; null if there is none',
  }),
  recipient: Nullable(RemitoRecipient, {
    description: 'Who receives the goods of an egreso without an order; null if the client itself does',
  }),
  reason: Nullable(Type.String({ examples: ['Muestras para degustación'] }), {
    description: 'Why the goods of an egreso without an order leave',
  }),
  voided_at: Nullable(Timestamp, { description: 'null while it is issued' }),
  void_reason: Nullable(Type.String({ examples: ['Cargado por error'] }), {
    description: 'Given with the voiding, or with the cancellation of its order',
  }),
  acceptance: acceptanceOfDetail,
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
  ...foundBy(
    `The beginning of one of its numbers or of the part after the hyphen, with or without letter and zeros (\`1234\`, \`R 1-1234\`). ${amongMatches('highest matching numbers')}`,
    '1234',
  ),
  source_order_id: Type.Optional({ ...Id, description: 'The egresos of this order' }),
  type: Type.Optional(RemitoType),
  ...CreatedBetween,
}

/** How the list of remitos can be narrowed by what became of them; the history of movements cannot. */
export const acceptedFilters = ['true', 'false', 'differences'] as const
const acceptedFilter = {
  accepted: Type.Optional(
    OneOf(acceptedFilters, {
      description:
        '`true`: accepted, with or without differences. `differences`: with differences. `false`: issued for an order, and not accepted yet',
      examples: ['false'],
    }),
  ),
}
export const PortalRemitoFilters = { ...RemitoFilters, ...acceptedFilter }

export const StaffRemito = Named('StaffRemito', { ...ofClient, ...remitoFields })
export type StaffRemito = Static<typeof StaffRemito>

export const StaffRemitoDetail = Named('StaffRemitoDetail', {
  ...ofClient,
  ...detailFields,
  issued_by: Nullable(Type.String({ examples: ['staff ERP (sk_9dKq21z)'] }), {
    description: 'Who entered it, or approved its order, as in the audit log; null on old remitos',
  }),
  issued_by_name: Nullable(Type.String({ examples: ['ERP'] }), {
    description: 'The name of that person, as it is now, or of the key',
  }),
  voided_by: Nullable(Type.String({ examples: ['staff ERP (sk_9dKq21z)'] }), {
    description: 'Who voided it, as in the audit log; null while it is issued',
  }),
  voided_by_name: Nullable(Type.String({ examples: ['ERP'] }), {
    description: 'The name of that person, as it is now, or of the key',
  }),
  distribution_remito_items: Type.Array(RemitoItem),
})
export type StaffRemitoDetail = Static<typeof StaffRemitoDetail>

export const StaffRemitoFilters = { client_id: Type.Optional(Id), ...PortalRemitoFilters }

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
  recipient: Type.Optional(
    Nullable(
      Named('NewRemitoRecipient', {
        name: Line(200, { examples: ['Escuela de Enología'] }),
        cuit_dni: Type.Optional(
          Nullable(
            Type.String({
              format: 'cuit-dni',
              maxLength: maxDocumentLength,
              description: 'CUIT or DNI',
              examples: ['30-70777070-4'],
            }),
          ),
        ),
        iva_condition: Type.Optional(Nullable(OneOf(ivaConditions, { examples: ['exento'] }))),
        address: Type.Optional(Nullable(Text(300, { examples: ['Av. San Martín 1250, Mendoza'] }))),
      }),
      { description: 'Only for an egreso: who receives the goods. Default: the client itself' },
    ),
  ),
  reason: Type.Optional(
    Nullable(
      Text(500, {
        description: 'Only for an egreso: why the goods leave. Printed on the remito',
        examples: ['Muestras para degustación'],
      }),
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

export const RemitoCopies = {
  copies: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3,
      description:
        'How many copies, one after the other, marked ORIGINAL, DUPLICADO and TRIPLICADO. Default: one without a mark',
      examples: [3],
    }),
  ),
}

export const RemitosToPrint = {
  ...RemitoCopies,
  id: Type.Array(Id, {
    minItems: 1,
    maxItems: maxRemitosPerPdf,
    uniqueItems: true,
    description: `The remitos, in the order in which they are to be printed: \`id=…&id=…\`, at most ${maxRemitosPerPdf}`,
  }),
}

export const VoidRemito = Named('VoidRemito', { reason: Text(500, { examples: ['Cargado por error'] }) })
