// The digital remito and its acceptance: what the page behind the link of a remito shows and sends, and the proof that the client
// and the staff read. Whoever has the link reads the page, so it has no prices, and no ids except those of the lines.
import { ofClient } from './clients.ts'
import { ivaConditions, maxDocumentLength } from './documents.ts'
import {
  CalendarDate,
  Email,
  Id,
  Line,
  Named,
  Nullable,
  OneOf,
  Quantity,
  Text,
  Timestamp,
} from './primitives.ts'
import { ProductLabel, UnitType } from './products.ts'
import { type Static, Type } from './type.ts'

/** What an acceptance can carry. */
export const acceptanceLimits = {
  signatureBytes: 200_000,
  photos: 6,
  photoBytes: 3_000_000,
  photoPixels: 25_000_000,
  scanBytes: 10_000_000,
  bodyBytes: 20_000_000,
} as const

export const acceptanceOutcomes = ['accepted', 'with_differences'] as const
const Outcome = OneOf(acceptanceOutcomes, {
  description: '`with_differences`: something is missing, damaged or refused',
  examples: ['accepted'],
})

export const acceptanceChannels = ['recipient', 'driver', 'staff'] as const
export const acceptanceFileKinds = ['signature', 'photo', 'scan'] as const

const name = Nullable(Type.String({ examples: ['Marta Gil'] }), {
  description: 'Who accepted; null once it was removed, years later',
})
const at = Type.String({ ...Timestamp, description: 'When the service got it' })

/** On the details of remitos and orders. */
export const AcceptanceSummary = Named('AcceptanceSummary', { outcome: Outcome, name, at })
export type AcceptanceSummary = Static<typeof AcceptanceSummary>

export const acceptanceOfDetail = Nullable(AcceptanceSummary, {
  description: 'How the recipient accepted the goods; null: not yet',
})

// What the page sends.

const share = Type.Number({ minimum: 0, maximum: 1_000_000_000, multipleOf: 0.001, examples: [12] })

const AcceptedLine = Named('AcceptedLine', {
  item_id: Id,
  accepted: share,
  missing: share,
  damaged: share,
  refused: share,
  note: Type.Optional(Nullable(Text(500, { examples: ['Una caja mojada'] }))),
})

/** The fields of the form. Its files are `signature` and `photos`, and for the staff `scan`. */
export const NewAcceptance = Named('NewAcceptance', {
  submission_id: Type.String({
    format: 'uuid',
    maxLength: 36,
    description: 'Made by the page. Sent again with the same one, it is answered as the first time',
    examples: ['5f0c1b8e-2a4d-4c1e-9b7a-6d3e2f1a0b9c'],
  }),
  name: Line(100, { minLength: 2, description: 'Who accepts', examples: ['Marta Gil'] }),
  document: Type.Optional(
    Nullable(
      Type.String({
        format: 'cuit-dni',
        maxLength: maxDocumentLength,
        description: 'DNI or CUIT of that person',
        examples: ['24.555.120'],
      }),
    ),
  ),
  signed_at: Type.String({
    ...Timestamp,
    description: "When it was signed, by the clock of the phone. The service's time is kept beside it",
  }),
  items: Type.Array(AcceptedLine, {
    minItems: 1,
    maxItems: 1000,
    description:
      'Every line of the remito once. `accepted` + `missing` + `damaged` + `refused` is the quantity of the line, exactly',
  }),
})
export type NewAcceptance = Static<typeof NewAcceptance>

export const AcceptanceReceipt = Named('AcceptanceReceipt', {
  outcome: Outcome,
  name,
  at,
  late: Type.Boolean({
    description:
      '`true`: the delivery had failed, or the order was cancelled, before the service got it. It is kept, the warehouse looks into it, and the order stays as it is',
  }),
})
export type AcceptanceReceipt = Static<typeof AcceptanceReceipt>

// What the page shows.

/** Why the page offers no acceptance. */
export const acceptanceRefusals = [
  'already-accepted',
  'not-under-way',
  'delivery-failed',
  'voided',
  'without-order',
] as const

const party = {
  name: Type.String({ examples: ['Vinoteca del Centro'] }),
  cuit_dni: Nullable(Type.String({ examples: ['30707770704'] })),
  iva_condition: Nullable(OneOf(ivaConditions, { examples: ['exento'] })),
  address: Nullable(Type.String({ examples: ['Av. San Martín 1250, Mendoza'] })),
}

export const PublicRemitoItem = Named('PublicRemitoItem', {
  item_id: Id,
  sku: Type.String({ examples: ['MAL-RES-750'] }),
  name: Type.String({ examples: ['Malbec Reserva 750 ml'] }),
  quantity: Quantity,
  unit_type: UnitType,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  expiry_date: Nullable(CalendarDate),
  vintage_year: Nullable(Type.Integer({ examples: [2021] })),
  notes: Nullable(Type.String()),
})
export type PublicRemitoItem = Static<typeof PublicRemitoItem>

/** `GET /r/{token}/remito`, and `GET /t/{token}/stops/{position}/remito`. */
export const PublicRemito = Named('PublicRemito', {
  number: Type.String({ examples: ['R 00001-00000042'] }),
  date: CalendarDate,
  status: OneOf(['issued', 'voided'], { examples: ['issued'] }),
  cai: Nullable(Type.String({ examples: ['71234567890123'] })),
  cai_expires_on: Nullable(CalendarDate),
  warehouse_name: Nullable(Type.String({ examples: ['Depósito Andén'] })),
  client: Named('PublicRemitoClient', party),
  recipient: Named('PublicRemitoRecipient', party),
  order_number: Nullable(Type.String({ examples: ['PED-000042'] })),
  packages: Nullable(Type.Integer({ examples: [3] })),
  items: Type.Array(PublicRemitoItem),
  acceptance: Nullable(AcceptanceSummary),
  refusal: Nullable(OneOf(acceptanceRefusals, { examples: ['not-under-way'] }), {
    description: 'Why it cannot be accepted now; null: it can',
  }),
})
export type PublicRemito = Static<typeof PublicRemito>

// The proof, for the client and the staff.

export const AcceptanceFile = Named('AcceptanceFile', {
  id: Id,
  kind: OneOf(acceptanceFileKinds, { examples: ['signature'] }),
  content_type: Type.String({ examples: ['image/png'] }),
  width: Nullable(Type.Integer({ examples: [600] })),
  height: Nullable(Type.Integer({ examples: [240] })),
  size_bytes: Type.Integer({ examples: [18_204] }),
  file_url: Type.String({
    description: 'A signed link, valid for one hour; every read returns a new one',
    examples: [
      'http://localhost:3000/files/0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10?expires=1793628310&signature=…',
    ],
  }),
})
export type AcceptanceFile = Static<typeof AcceptanceFile>

export const AcceptanceLine = Named('AcceptanceLine', {
  item_id: { ...Id, description: 'The line of the remito' },
  product_id: Id,
  products: ProductLabel,
  unit_type: UnitType,
  lot_number: Type.String({ examples: ['L2409-A'] }),
  shipped: Quantity,
  accepted: Quantity,
  missing: Quantity,
  damaged: Quantity,
  refused: Quantity,
  note: Nullable(Type.String({ examples: ['Una caja mojada'] })),
})
export type AcceptanceLine = Static<typeof AcceptanceLine>

const acceptanceFields = {
  id: Id,
  remito_id: Id,
  remito_number: Type.Array(Type.String(), { examples: [['R 00001-00000042']] }),
  order_id: Id,
  order_number: Type.String({ examples: ['PED-000042'] }),
  outcome: Outcome,
  channel: OneOf(acceptanceChannels, {
    description:
      '`recipient`: on the page of the remito. `driver`: on the phone of the driver. `staff`: entered from a paper that was signed',
    examples: ['driver'],
  }),
  name,
  document: Nullable(Type.String({ examples: ['24555120'] })),
  signed_at: Type.String({ ...Timestamp, description: 'By the clock of the phone' }),
  at,
  pdf_sha256: Nullable(
    Type.String({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
    {
      description: 'SHA-256 of the PDF of the remito that the page offered; null if nobody saw it there',
    },
  ),
  removed_at: Nullable(Timestamp, {
    description: 'When names, documents, notes, signature and photos were removed; null: not yet',
  }),
  items: Type.Array(AcceptanceLine),
  files: Type.Array(AcceptanceFile),
}

export const RemitoAcceptance = Named('RemitoAcceptance', acceptanceFields)
export type RemitoAcceptance = Static<typeof RemitoAcceptance>

export const disputeStatuses = ['open', 'settled'] as const

const disputeFields = {
  late: AcceptanceReceipt.properties.late,
  dispute: Nullable(OneOf(disputeStatuses, { examples: ['open'] }), {
    description: 'Of an acceptance with differences or a late one: whether it was settled; null: of no other',
  }),
  settled_at: Nullable(Timestamp),
  settled_by: Nullable(Type.String({ examples: ['user ana@anden.example'] })),
  settled_by_name: Nullable(Type.String({ examples: ['Ana Ríos'] })),
  settled_note: Nullable(Type.String({ examples: ['Nota de crédito por una caja'] })),
}

export const StaffAcceptance = Named('StaffAcceptance', {
  ...ofClient,
  ...acceptanceFields,
  by: Type.String({ description: 'As in the audit log', examples: ['driver Raúl Quiroga, VIA-000042'] }),
  by_name: Type.String({ examples: ['Raúl Quiroga, VIA-000042'] }),
  ...disputeFields,
})
export type StaffAcceptance = Static<typeof StaffAcceptance>

/** A row of the queue of disputes. */
export const Dispute = Named('Dispute', {
  ...ofClient,
  id: Id,
  remito_id: Id,
  remito_number: acceptanceFields.remito_number,
  order_id: Id,
  order_number: acceptanceFields.order_number,
  outcome: Outcome,
  channel: acceptanceFields.channel,
  name,
  missing: { ...Quantity, description: 'Over all lines' },
  damaged: { ...Quantity, description: 'Over all lines' },
  refused: { ...Quantity, description: 'Over all lines' },
  created_at: at,
  ...disputeFields,
})
export type Dispute = Static<typeof Dispute>

export const DisputeFilters = {
  client_id: Type.Optional(Id),
  status: Type.Optional(OneOf(disputeStatuses, { description: 'Default: both', examples: ['open'] })),
}

export const SettledDispute = Named('SettledDispute', {
  note: Text(1000, { examples: ['Nota de crédito por una caja'] }),
})

// Sharing a remito.

export const RemitoShare = Named('RemitoShare', {
  email: Type.Optional(
    Nullable(Email('compras@vinoteca.example'), {
      description:
        'Who gets the PDF and the link by e-mail. Default: the address of the destinatario, if it has one',
    }),
  ),
})

export const SharedRemito = Named('SharedRemito', {
  url: Type.String({ examples: ['https://portal.example.com/r/6f1d0c5be1a94a7f8d2b3c4d5e6f7a8b'] }),
  mailed_to: Nullable(Type.String({ examples: ['compras@vinoteca.example'] }), {
    description: 'null: no mail was sent, because no address is known',
  }),
})
export type SharedRemito = Static<typeof SharedRemito>
