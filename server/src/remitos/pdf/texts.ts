// The words on a printed remito. The legal terms stay in Spanish in the English version too, after their translation.
import { type IvaCondition, type Language, unitWords } from '@anden/contract'

export type RemitoTexts = (typeof remitoTexts)['es']

const es = {
  locale: 'es-AR',
  egreso: 'REMITO',
  ingreso: 'CONSTANCIA DE RECEPCIÓN',
  voided: 'ANULADO',
  several: (count: number) => (count === 1 ? '1 remito' : `${count} remitos`),
  warehouse: 'Depósito',
  notAnInvoice: 'Documento no válido como factura',
  code: 'Código N° ',
  number: 'N° ',
  withoutNumber: 'Sin número',
  date: 'Fecha: ',
  order: 'Pedido: ',
  reference: 'Referencia: ',
  cuit: 'CUIT: ',
  dni: 'DNI: ',
  grossIncome: 'Ingresos brutos: ',
  activitiesSince: 'Inicio de actividades: ',
  onBehalfOf: 'Por cuenta y orden de',
  owner: 'Mercadería de',
  recipient: 'Destinatario',
  supplierNumbers: 'Remitos del proveedor',
  contact: 'Contacto: ',
  deliveryHours: 'Horario de entrega: ',
  reason: 'Motivo: ',
  notes: 'Observaciones: ',
  attachments: 'Documentos adjuntos: ',
  copies: ['ORIGINAL', 'DUPLICADO', 'TRIPLICADO'],
  pickUp: 'Retira en depósito',
  sku: 'SKU',
  product: 'Producto',
  lot: 'Lote',
  expiry: 'Vencimiento',
  vintage: 'Cosecha',
  quantity: 'Cantidad',
  unit: 'Unidad',
  total: 'Total',
  lines: (count: number) => (count === 1 ? '1 renglón' : `${count} renglones`),
  carrier: 'Transportista',
  plate: 'Patente',
  received: 'Recibí conforme',
  signature: 'Firma',
  fullName: 'Aclaración',
  documentNumber: 'DNI',
  signedOn: 'Fecha',
  cai: 'CAI N° ',
  caiExpiresOn: 'Vto. CAI: ',
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  units: unitWords.es,
  iva: {
    responsable_inscripto: 'IVA Responsable Inscripto',
    exento: 'IVA Exento',
    consumidor_final: 'Consumidor Final',
    monotributo: 'Responsable Monotributo',
    no_categorizado: 'Sujeto No Categorizado',
    proveedor_exterior: 'Proveedor del Exterior',
    cliente_exterior: 'Cliente del Exterior',
    liberado_ley_19640: 'IVA Liberado – Ley N° 19.640',
    monotributo_social: 'Monotributista Social',
    no_alcanzado: 'IVA No Alcanzado',
    monotributo_promovido: 'Monotributo Trabajador Independiente Promovido',
  } satisfies Record<IvaCondition, string> as Record<IvaCondition, string>,
}

const en: typeof es = {
  locale: 'en',
  egreso: 'DELIVERY NOTE (REMITO)',
  ingreso: 'GOODS RECEIVED NOTE',
  voided: 'VOIDED',
  several: (count: number) =>
    count === 1 ? '1 delivery note (remito)' : `${count} delivery notes (remitos)`,
  warehouse: 'Warehouse',
  notAnInvoice: 'Not valid as an invoice (documento no válido como factura)',
  code: 'Código N° ',
  number: 'No. ',
  withoutNumber: 'Without a number',
  date: 'Date: ',
  order: 'Order: ',
  reference: 'Reference: ',
  cuit: 'CUIT: ',
  dni: 'DNI: ',
  grossIncome: 'Gross income tax (ingresos brutos): ',
  activitiesSince: 'In business since (inicio de actividades): ',
  onBehalfOf: 'On behalf of (por cuenta y orden de)',
  owner: 'Goods of',
  recipient: 'Recipient',
  supplierNumbers: "Supplier's delivery notes",
  contact: 'Contact: ',
  deliveryHours: 'Delivery hours: ',
  reason: 'Reason: ',
  notes: 'Remarks: ',
  attachments: 'Attached documents: ',
  copies: ['ORIGINAL', 'DUPLICATE (DUPLICADO)', 'TRIPLICATE (TRIPLICADO)'],
  pickUp: 'Collected at the warehouse',
  sku: 'SKU',
  product: 'Product',
  lot: 'Lot',
  expiry: 'Expiry',
  vintage: 'Vintage',
  quantity: 'Quantity',
  unit: 'Unit',
  total: 'Total',
  lines: (count) => (count === 1 ? '1 line' : `${count} lines`),
  carrier: 'Carrier',
  plate: 'Plate',
  received: 'Received in good order',
  signature: 'Signature',
  fullName: 'Name',
  documentNumber: 'DNI',
  signedOn: 'Date',
  cai: 'CAI No. ',
  caiExpiresOn: 'CAI expires: ',
  page: (page, pages) => `Page ${page} of ${pages}`,
  units: unitWords.en,
  iva: {
    responsable_inscripto: 'VAT registered (responsable inscripto)',
    exento: 'VAT exempt (exento)',
    consumidor_final: 'Final consumer (consumidor final)',
    monotributo: 'Simplified regime (monotributo)',
    no_categorizado: 'Not categorised (no categorizado)',
    proveedor_exterior: 'Foreign supplier (proveedor del exterior)',
    cliente_exterior: 'Foreign customer (cliente del exterior)',
    liberado_ley_19640: 'VAT free (Ley N° 19.640)',
    monotributo_social: 'Simplified regime (monotributo social)',
    no_alcanzado: 'Outside the scope of VAT (no alcanzado)',
    monotributo_promovido: 'Simplified regime (monotributo promovido)',
  },
}

export const remitoTexts = { es, en } satisfies Record<Language, typeof es>

/** 30-70777070-4, or 12.345.678. */
export function documentText(digits: string, texts: RemitoTexts): string {
  if (digits.length === 11) return `${texts.cuit}${digits.replace(/^(\d\d)(\d{8})(\d)$/, '$1-$2-$3')}`
  return `${texts.dni}${digits.replace(/^(\d{1,2})(\d{3})(\d{3})$/, '$1.$2.$3')}`
}

/** 02/11/2026 in Spanish. In English it stays 2026-11-02, because 02/11 is ambiguous there. */
export const dateText = (date: string, { locale }: RemitoTexts) =>
  locale === 'es-AR' ? date.split('-').reverse().join('/') : date

const numberFormat = (locale: string) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: 'always' })
// Creating one takes longer than formatting the quantities of a page with it.
const numberFormats = new Map([es.locale, en.locale].map((locale) => [locale, numberFormat(locale)]))

export const quantityText = (quantity: number, { locale }: RemitoTexts) =>
  numberFormats.get(locale)?.format(quantity) ?? String(quantity)
