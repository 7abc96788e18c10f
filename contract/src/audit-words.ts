// The members of a state in the audit log, and their values, in words. What is missing here stays as it is in the API.
import {
  clientStatusWords,
  deliveryTypeWords,
  inboundStatusWords,
  ivaConditionWords,
  orderStatusWords,
  paymentMethodWords,
  remitoStatusWords,
  remitoTypeWords,
  staffScopeWords,
  transactionTypeWords,
  userRoleWords,
  type Words,
} from './words.ts'

const words = (es: string, en: string): Words => ({ es, en })

export const auditMemberWords: Readonly<Record<string, Words>> = {
  address: words('Dirección', 'Address'),
  amount: words('Importe', 'Amount'),
  archived: words('Archivado', 'Archived'),
  arrived_at: words('Llegó el', 'Arrived at'),
  auto_resume: words('Se reanuda sola', 'Resumes by itself'),
  cancel_reason: words('Motivo de la cancelación', 'Reason of the cancellation'),
  carrier: words('Transporte', 'Carrier'),
  city: words('Localidad', 'City'),
  client_name: words('Cliente', 'Client'),
  closed_at: words('Cerrado el', 'Closed at'),
  consecutive_failures: words('Fallas seguidas', 'Failures in a row'),
  count: words('Cantidad', 'Count'),
  created_at: words('Creado', 'Created'),
  cuit_dni: words('CUIT / DNI', 'CUIT / DNI'),
  date: words('Fecha', 'Date'),
  delivery_address: words('Dirección de entrega', 'Delivery address'),
  delivery_city: words('Localidad de entrega', 'Delivery city'),
  delivery_contact: words('Contacto', 'Contact'),
  delivery_province: words('Provincia de entrega', 'Delivery province'),
  delivery_schedule: words('Horario de entrega', 'Delivery hours'),
  delivery_type: words('Entrega', 'Delivery'),
  description: words('Descripción', 'Description'),
  differences: words('Diferencias con motivo', 'Differences with a reason'),
  distribution_order_attachments: words('Adjuntos', 'Attachments'),
  distribution_order_items: words('Renglones', 'Lines'),
  distribution_remito_items: words('Renglones', 'Lines'),
  dry_run: words('Solo prueba', 'Only a trial'),
  email: words('Correo', 'E-mail'),
  entries: words('Movimientos', 'Movements'),
  event_patterns: words('Eventos pedidos', 'Events asked for'),
  events: words('Eventos', 'Events'),
  expected_on: words('Se espera el', 'Expected on'),
  expires_at: words('Vence', 'Expires'),
  file_name: words('Archivo', 'File'),
  filter: words('Filtro', 'Filter'),
  grace_days: words('Días de gracia', 'Days of grace'),
  gtin: words('Código de barras', 'Bar code'),
  header_names: words('Encabezados propios', 'Own headers'),
  hold: words('Retención', 'Hold'),
  issued_by: words('Emitido por', 'Issued by'),
  items: words('Renglones', 'Lines'),
  iva_condition: words('Condición de IVA', 'IVA condition'),
  key_prefix: words('Comienzo de la clave', 'Start of the key'),
  last_failure_at: words('Última falla', 'Last failure'),
  last_failure_reason: words('Motivo de la falla', 'Reason of the failure'),
  last_success_at: words('Último envío correcto', 'Last success'),
  last_used_at: words('Último uso', 'Last used'),
  lines: words('Renglones', 'Lines'),
  lines_received: words('Renglones recibidos', 'Lines received'),
  lots_changed: words('Lotes cambiados', 'Lots changed'),
  lots_created: words('Lotes nuevos', 'New lots'),
  lot_number: words('Lote', 'Lot'),
  expiry_date: words('Vencimiento', 'Expiry'),
  name: words('Nombre', 'Name'),
  notes: words('Notas', 'Notes'),
  number: words('Número', 'Number'),
  order_number: words('Pedido', 'Order'),
  overlap_seconds: words('Segundos con los dos secretos', 'Seconds with both secrets'),
  packages: words('Bultos', 'Packages'),
  paid_on: words('Pagado el', 'Paid on'),
  payment_method: words('Medio de pago', 'Payment method'),
  phone: words('Teléfono', 'Telephone'),
  postal_code: words('Código postal', 'Postal code'),
  products_created: words('Productos nuevos', 'New products'),
  province: words('Provincia', 'Province'),
  quantity: words('Cantidad', 'Quantity'),
  reason: words('Motivo', 'Reason'),
  recipient: words('Destinatario', 'Recipient'),
  reference: words('Referencia', 'Reference'),
  remito_number: words('Remito', 'Remito'),
  reverses: words('Revierte', 'Reverses'),
  revision: words('Revisión', 'Revision'),
  role: words('Rol', 'Role'),
  scopes: words('Permisos', 'Permissions'),
  signing_secret: words('Secreto', 'Secret'),
  size_bytes: words('Bytes', 'Bytes'),
  sku: words('SKU', 'SKU'),
  status: words('Estado', 'State'),
  status_reason: words('Motivo', 'Reason'),
  type: words('Tipo', 'Type'),
  unchanged: words('Sin cambios', 'Unchanged'),
  unit_type: words('Unidad', 'Unit'),
  updated_at: words('Último cambio', 'Changed'),
  url: words('Dirección', 'Address'),
  vintage_year: words('Cosecha', 'Vintage'),
  void_reason: words('Motivo de la anulación', 'Reason of the voiding'),
  voided_at: words('Anulado el', 'Voided at'),
  voided_by: words('Anulado por', 'Voided by'),
}

type ValueWords = Readonly<Record<string, Words>>

const endpointStatusWords: ValueWords = {
  active: words('Activo', 'Active'),
  paused: words('Pausado', 'Paused'),
}

/** By the first part of the action where a member has values of its own there. */
const statusWords: Readonly<Record<string, ValueWords>> = {
  orders: orderStatusWords,
  inbound: inboundStatusWords,
  remitos: remitoStatusWords,
  clients: clientStatusWords,
  webhooks: endpointStatusWords,
}
const typeWords: Readonly<Record<string, ValueWords>> = {
  remitos: remitoTypeWords,
  account: transactionTypeWords,
  payments: transactionTypeWords,
}

const unitTypeWords: ValueWords = {
  unidad: words('Unidad', 'Unit'),
  caja: words('Caja', 'Case'),
  bulto: words('Bulto', 'Package'),
  pallet: words('Pallet', 'Pallet'),
  kg: words('kg', 'kg'),
  litro: words('Litro', 'Litre'),
}

const yesOrNo: ValueWords = { true: words('Sí', 'Yes'), false: words('No', 'No') }

const wordsOfMember: Readonly<Record<string, ValueWords>> = {
  delivery_type: deliveryTypeWords,
  iva_condition: ivaConditionWords,
  payment_method: paymentMethodWords,
  role: userRoleWords,
  scopes: staffScopeWords,
  unit_type: unitTypeWords,
}

/** The words of one value of a member, with the first part of the action as `room`; undefined: it has none. */
export function auditValueWords(room: string, member: string, value: string | boolean): Words | undefined {
  if (typeof value === 'boolean') return yesOrNo[String(value)]
  if (member === 'status') return statusWords[room]?.[value]
  if (member === 'type') return typeWords[room]?.[value]
  return wordsOfMember[member]?.[value]
}
