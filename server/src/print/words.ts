// The words that several printed documents have, and values as they are printed.
import { type Language, type UnitType, unitWords } from '@anden/contract'

export type PrintedWords = (typeof printedWords)['es']

const es = {
  locale: 'es-AR',
  warehouse: 'Depósito',
  date: 'Fecha: ',
  order: 'Pedido: ',
  reference: 'Referencia: ',
  cuit: 'CUIT: ',
  dni: 'DNI: ',
  contact: 'Contacto: ',
  deliveryHours: 'Horario de entrega: ',
  notes: 'Observaciones: ',
  sku: 'SKU',
  product: 'Producto',
  lot: 'Lote',
  expiry: 'Vencimiento',
  vintage: 'Cosecha',
  quantity: 'Cantidad',
  unit: 'Unidad',
  total: 'Total',
  recipient: 'Destinatario',
  pickUp: 'Retira en depósito',
  carrier: 'Transportista',
  plate: 'Patente',
  lines: (count: number) => (count === 1 ? '1 renglón' : `${count} renglones`),
  page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  units: unitWords.es,
}

const en: typeof es = {
  locale: 'en',
  warehouse: 'Warehouse',
  date: 'Date: ',
  order: 'Order: ',
  reference: 'Reference: ',
  cuit: 'CUIT: ',
  dni: 'DNI: ',
  contact: 'Contact: ',
  deliveryHours: 'Delivery hours: ',
  notes: 'Remarks: ',
  sku: 'SKU',
  product: 'Product',
  lot: 'Lot',
  expiry: 'Expiry',
  vintage: 'Vintage',
  quantity: 'Quantity',
  unit: 'Unit',
  total: 'Total',
  recipient: 'Recipient',
  pickUp: 'Collected at the warehouse',
  carrier: 'Carrier',
  plate: 'Plate',
  lines: (count) => (count === 1 ? '1 line' : `${count} lines`),
  page: (page, pages) => `Page ${page} of ${pages}`,
  units: unitWords.en,
}

export const printedWords = { es, en } satisfies Record<Language, typeof es>

/** 02/11/2026 in Spanish. In English it stays 2026-11-02, because 02/11 is ambiguous there. */
export const dateText = (date: string, { locale }: PrintedWords) =>
  locale === 'es-AR' ? date.split('-').reverse().join('/') : date

const numberFormat = (locale: string) =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 3, useGrouping: 'always' })
// Creating one takes longer than formatting the quantities of a page with it.
const numberFormats = new Map([es.locale, en.locale].map((locale) => [locale, numberFormat(locale)]))

export const quantityText = (quantity: number, { locale }: PrintedWords) =>
  numberFormats.get(locale)?.format(quantity) ?? String(quantity)

/** 12 cajas, or 1 caja. */
export function amountText(quantity: number, unit: UnitType, words: PrintedWords): string {
  const [one, many] = words.units[unit]
  return `${quantityText(quantity, words)} ${quantity === 1 ? one : many}`
}
