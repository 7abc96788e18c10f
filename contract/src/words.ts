// The values of the API in words, as the pages of the dashboard say them: for the files that people export. A test compares
// them with the catalogues of the pages.
import type { PaymentMethod, TransactionType } from './account.ts'
import type { IvaCondition } from './documents.ts'
import type { InboundStatus } from './inbound.ts'
import type { InboundDifferenceReason } from './inbound-transitions.ts'
import type { OrderStatus } from './orders.ts'
import type { UnitType } from './products.ts'
import type { RemitoType } from './remitos.ts'
import type { ReturnReason, ReturnStatus } from './returns.ts'
import type { StaffScope, UserRole } from './scopes.ts'
import type { LedgerCause } from './stock.ts'
import type { MovementStatus } from './traces.ts'
import type { StopOutcome, TripStatus } from './trips.ts'
import type { Language } from './users.ts'

export type Words = Readonly<Record<Language, string>>
type WordsOf<Value extends string> = Readonly<Record<Value, Words>>

const words = (es: string, en: string): Words => ({ es, en })

export const orderStatusWords: WordsOf<OrderStatus> = {
  pending: words('Pendiente', 'Pending'),
  approved: words('Aprobado', 'Approved'),
  in_preparation: words('En preparación', 'In preparation'),
  in_transit: words('En camino', 'In transit'),
  delivered: words('Entregado', 'Delivered'),
  failed_delivery: words('No entregado', 'Not delivered'),
  rejected: words('Rechazado', 'Rejected'),
  cancelled: words('Cancelado', 'Cancelled'),
}

export const tripStatusWords: WordsOf<TripStatus> = {
  draft: words('Borrador', 'Draft'),
  departed: words('En viaje', 'Under way'),
  closed: words('Cerrado', 'Closed'),
}

export const stopOutcomeWords: WordsOf<StopOutcome> = {
  delivered: words('Entregado', 'Delivered'),
  failed: words('No entregado', 'Not delivered'),
  cancelled: words('Cancelado', 'Cancelled'),
}

export const deliveryTypeWords: WordsOf<'envio' | 'retiro'> = {
  envio: words('Envío', 'Shipped'),
  retiro: words('Retiro', 'Collected'),
}

export const remitoTypeWords: WordsOf<RemitoType> = {
  ingreso: words('Ingreso', 'Goods in'),
  egreso: words('Egreso', 'Goods out'),
}

export const remitoStatusWords: WordsOf<'issued' | 'voided'> = {
  issued: words('Emitido', 'Issued'),
  voided: words('Anulado', 'Voided'),
}

export const inboundStatusWords: WordsOf<InboundStatus> = {
  announced: words('Avisado', 'Announced'),
  arrived: words('Llegó', 'Arrived'),
  receiving: words('Recibiendo', 'Receiving'),
  received: words('Recibido', 'Received'),
  received_with_differences: words('Recibido con diferencias', 'Received with differences'),
  cancelled: words('Cancelado', 'Cancelled'),
}

export const returnStatusWords: WordsOf<ReturnStatus> = {
  expected: words('Esperada', 'Expected'),
  received: words('Recibida', 'Received'),
  closed: words('Cerrada', 'Closed'),
}

export const returnReasonWords: WordsOf<ReturnReason> = {
  damaged: words('Dañado', 'Damaged'),
  refused: words('Rechazado', 'Refused'),
  wrong_goods: words('Mercadería equivocada', 'Wrong goods'),
  other: words('Otro', 'Other'),
}

export const differenceReasonWords: WordsOf<InboundDifferenceReason> = {
  missing: words('Faltante', 'Missing'),
  damaged: words('Dañado', 'Damaged'),
  surplus: words('Sobrante', 'Surplus'),
  other_lot: words('Otro lote', 'Another lot'),
}

export const causeWords: WordsOf<LedgerCause> = {
  remito_ingreso: words('Ingreso', 'Goods in'),
  remito_egreso: words('Egreso', 'Goods out'),
  remito_void: words('Remito anulado', 'Remito voided'),
  adjustment: words('Ajuste', 'Adjustment'),
  transfer: words('Transferencia', 'Transfer'),
  csv_import: words('Recuento', 'Stock count'),
}

export const movementStatusWords: WordsOf<MovementStatus> = {
  received: words('Recibido', 'Received'),
  in_warehouse: words('Sin despachar', 'Not dispatched yet'),
  in_transit: words('En camino', 'In transit'),
  delivered: words('Entregado', 'Delivered'),
  failed_delivery: words('No entregado', 'Not delivered'),
  handed_over: words('Egreso sin pedido', 'Handed over without order'),
  transferred: words('Transferido', 'Transferred'),
  adjusted: words('Ajustado', 'Adjusted'),
  voided: words('Anulado', 'Voided'),
}

export const transactionTypeWords: WordsOf<TransactionType> = {
  payment: words('Pago', 'Payment'),
  credit_sale: words('Venta a crédito', 'Credit sale'),
  credit_note: words('Nota de crédito', 'Credit note'),
}

export const paymentMethodWords: WordsOf<PaymentMethod | 'fiado' | 'nota_credito'> = {
  efectivo: words('Efectivo', 'Cash'),
  tarjeta: words('Tarjeta', 'Card'),
  transferencia: words('Transferencia', 'Bank transfer'),
  qr: words('QR', 'QR'),
  cheque: words('Cheque', 'Cheque'),
  fiado: words('A crédito', 'On credit'),
  nota_credito: words('Nota de crédito', 'Credit note'),
}

export const clientStatusWords: WordsOf<'active' | 'suspended'> = {
  active: words('Activo', 'Active'),
  suspended: words('Suspendido', 'Suspended'),
}

export const userRoleWords: WordsOf<Exclude<UserRole, 'staff'>> = {
  administrator: words('Administrador', 'Administrator'),
  operator: words('Operador', 'Operator'),
  reader: words('Lector', 'Reader'),
}

export const staffScopeWords: WordsOf<StaffScope> = {
  'staff:read': words('Ver todo', 'See everything'),
  'staff:orders': words('Pedidos', 'Orders'),
  'staff:receive': words('Recibir mercadería', 'Receive goods'),
  'staff:stock': words('Mercadería', 'Goods'),
  'staff:account': words('Cuentas corrientes', 'Money'),
  'staff:clients': words('Clientes', 'Clients'),
  'staff:admin': words('Administración', 'Administration'),
}

export const ivaConditionWords: WordsOf<IvaCondition> = {
  responsable_inscripto: words('Responsable inscripto', 'Registered (responsable inscripto)'),
  exento: words('Exento', 'Exempt'),
  consumidor_final: words('Consumidor final', 'Final consumer'),
  monotributo: words('Monotributo', 'Monotributo'),
  no_categorizado: words('No categorizado', 'Not categorised'),
  proveedor_exterior: words('Proveedor del exterior', 'Foreign supplier'),
  cliente_exterior: words('Cliente del exterior', 'Foreign customer'),
  liberado_ley_19640: words('IVA liberado, ley 19.640', 'Free under law 19.640'),
  monotributo_social: words('Monotributo social', 'Monotributo social'),
  no_alcanzado: words('IVA no alcanzado', 'Not subject to IVA'),
  monotributo_promovido: words('Monotributo promovido', 'Monotributo promovido'),
}

/** One of it, and several. */
export const unitWords: Record<Language, Record<UnitType, readonly [one: string, several: string]>> = {
  es: {
    unidad: ['unidad', 'unidades'],
    caja: ['caja', 'cajas'],
    bulto: ['bulto', 'bultos'],
    pallet: ['pallet', 'pallets'],
    kg: ['kg', 'kg'],
    litro: ['litro', 'litros'],
  },
  en: {
    unidad: ['unit', 'units'],
    caja: ['case', 'cases'],
    bulto: ['package', 'packages'],
    pallet: ['pallet', 'pallets'],
    kg: ['kg', 'kg'],
    litro: ['litre', 'litres'],
  },
}
