// Every type of event, with when it is sent, and what the events of a family carry. The service, the API description, the
// documentation and the dashboard take both from here. The schemas of the payloads are in events.ts, by the same types.

/** The members of an endpoint's filter. */
export const eventFilterMembers = ['destinatario_id', 'product_id', 'status'] as const
export type EventFilterMember = (typeof eventFilterMembers)[number]

type Texts = { en: string; es: string }

/** When an event of each type is sent. */
export const eventTexts = {
  'order.created': {
    en: 'You placed an order',
    es: 'Hiciste un pedido',
  },
  'order.updated': {
    en: 'A pending order was changed, by you or by the warehouse; it says what',
    es: 'Cambió un pedido pendiente, de tu parte o del depósito; dice qué',
  },
  'order.approved': {
    en: 'The warehouse approved an order',
    es: 'El depósito aprobó un pedido',
  },
  'order.rejected': {
    en: 'The warehouse rejected an order; it says why',
    es: 'El depósito rechazó un pedido; dice por qué',
  },
  'order.in_preparation': {
    en: 'An order is being prepared',
    es: 'Se está preparando un pedido',
  },
  'order.in_transit': {
    en: 'An order has left the warehouse',
    es: 'Un pedido salió del depósito',
  },
  'order.delivered': {
    en: 'An order was delivered',
    es: 'Se entregó un pedido',
  },
  'order.failed_delivery': {
    en: 'A delivery was attempted and failed; it says why',
    es: 'Se intentó una entrega y falló; dice por qué',
  },
  'order.cancelled': {
    en: 'An order was cancelled, by you or by the warehouse',
    es: 'Se canceló un pedido, de tu parte o del depósito',
  },
  'remito.created': {
    en: 'A remito was issued, for goods in or out',
    es: 'Se emitió un remito, de ingreso o de egreso',
  },
  'remito.voided': {
    en: 'A remito was voided',
    es: 'Se anuló un remito',
  },
  'remito.accepted': {
    en: 'The recipient accepted the goods of a remito, all of them',
    es: 'El destinatario conformó la mercadería de un remito, toda',
  },
  'remito.disputed': {
    en: 'The recipient accepted the goods of a remito with differences: something is missing, damaged or refused',
    es: 'El destinatario conformó la mercadería de un remito con diferencias: falta, está dañada o rechazó algo',
  },
  'inbound.arrived': {
    en: 'Goods that you announced have arrived at the warehouse',
    es: 'Llegó al depósito mercadería que habías avisado',
  },
  'inbound.received': {
    en: 'The warehouse finished receiving goods that you announced; it says what differs and why',
    es: 'El depósito terminó de recibir mercadería que habías avisado; dice qué difiere y por qué',
  },
  'return.expected': {
    en: 'Goods of a delivered order are on their way back to the warehouse',
    es: 'Mercadería de un pedido entregado está volviendo al depósito',
  },
  'return.received': {
    en: 'The warehouse received goods that came back; it says what was done with them',
    es: 'El depósito recibió mercadería devuelta; dice qué se hizo con ella',
  },
  'payment.received': {
    en: 'A payment of yours was recorded',
    es: 'Se registró un pago tuyo',
  },
  'credit_note.issued': {
    en: 'A credit note was issued to you',
    es: 'Se te emitió una nota de crédito',
  },
  'stock.changed': {
    en: 'The stock of a product changed, for any reason: once per product and transaction',
    es: 'Cambió el stock de un producto, por cualquier motivo: una vez por producto y transacción',
  },
  'lot.created': {
    en: 'A lot came in for the first time',
    es: 'Entró un lote por primera vez',
  },
  'lot.depleted': {
    en: 'A lot is used up: its quantity went from more than 0 to 0',
    es: 'Se agotó un lote: su cantidad pasó de más de 0 a 0',
  },
  'lot.expiring': {
    en: 'Every day at 08:00 UTC, for each lot with goods in it that expires within 30 days',
    es: 'Todos los días a las 08:00 UTC, por cada lote con mercadería que vence dentro de 30 días',
  },
  'lot.held': {
    en: 'The warehouse put a lot on hold, so it is neither picked nor available; it says why',
    es: 'El depósito retuvo un lote, que no se elige ni está disponible; dice por qué',
  },
  'lot.released': {
    en: 'The warehouse released a lot that was on hold',
    es: 'El depósito liberó un lote que estaba retenido',
  },
} as const satisfies Record<string, Texts>

export type EventType = keyof typeof eventTexts
export const eventTypes = Object.keys(eventTexts) as EventType[]

type Family = EventType extends infer Type ? (Type extends `${infer Name}.${string}` ? Name : never) : never

type EventFamily = {
  name: Texts
  /** What `data.object` is. */
  object: Texts
  /** The member of `data.object` that `GET /events?object_id=…` finds events by; null: it finds none of them. */
  objectIdMember: 'id' | 'product_id' | 'lot_id' | null
  /** The members of an endpoint's filter that apply to it: its events have that property. */
  filterMembers: readonly EventFilterMember[]
}

/** What the types before the dot have in common. */
export const eventFamilies: Readonly<Record<Family, EventFamily>> = {
  order: {
    name: { en: 'Orders', es: 'Pedidos' },
    object: {
      en: 'the order, with `previous_status` and without attachments; in `order.updated` with `changes`',
      es: 'el pedido, con `previous_status` y sin adjuntos; en `order.updated`, con `changes`',
    },
    objectIdMember: 'id',
    filterMembers: ['destinatario_id', 'product_id', 'status'],
  },
  remito: {
    name: { en: 'Remitos', es: 'Remitos' },
    object: { en: 'the remito with its items', es: 'el remito con sus renglones' },
    objectIdMember: 'id',
    filterMembers: ['product_id'],
  },
  inbound: {
    name: { en: 'Inbound notices', es: 'Avisos de ingreso' },
    object: {
      en: 'the inbound notice with its items',
      es: 'el aviso de ingreso con sus renglones',
    },
    objectIdMember: 'id',
    filterMembers: [],
  },
  return: {
    name: { en: 'Returns', es: 'Devoluciones' },
    object: { en: 'the return with its items', es: 'la devolución con sus renglones' },
    objectIdMember: 'id',
    filterMembers: [],
  },
  payment: {
    name: { en: 'Payments', es: 'Pagos' },
    object: { en: 'the entry in the account', es: 'el movimiento de la cuenta' },
    objectIdMember: null,
    filterMembers: [],
  },
  credit_note: {
    name: { en: 'Credit notes', es: 'Notas de crédito' },
    object: { en: 'the credit note', es: 'la nota de crédito' },
    objectIdMember: null,
    filterMembers: [],
  },
  stock: {
    name: { en: 'Stock', es: 'Stock' },
    object: {
      en: 'the quantities of the product before and after',
      es: 'las cantidades del producto antes y después',
    },
    objectIdMember: 'product_id',
    filterMembers: ['product_id'],
  },
  lot: {
    name: { en: 'Lots', es: 'Lotes' },
    object: { en: 'the lot', es: 'el lote' },
    objectIdMember: 'lot_id',
    filterMembers: ['product_id'],
  },
}

export const eventFamilyOf = (type: EventType) => type.split('.')[0] as Family

/** The families with their types, in this order. */
export const typesByFamily = (Object.keys(eventFamilies) as Family[]).map((name) => ({
  name,
  types: eventTypes.filter((type) => eventFamilyOf(type) === name),
}))

/** What an endpoint can subscribe to: types, whole families, and everything. The last two include types that are added later. */
export const eventPatterns = [
  ...eventTypes,
  ...typesByFamily.map(({ name }) => `${name}.*` as const),
  '*',
] as const
export type EventPattern = (typeof eventPatterns)[number]

/** The types that the patterns stand for today, in the order of the contract. */
export const eventTypesOf = (patterns: readonly string[]) =>
  eventTypes.filter((type) =>
    [type, `${eventFamilyOf(type)}.*`, '*'].some((pattern) => patterns.includes(pattern)),
  )

/** Sent on request, and never subscribed to. */
export const testEvent = {
  type: 'webhook.test',
  text: {
    en: 'The test ping. Nobody subscribes to it; it comes only when someone asks for it',
    es: 'El ping de prueba. Nadie se suscribe; llega solo cuando alguien lo pide',
  },
} as const
