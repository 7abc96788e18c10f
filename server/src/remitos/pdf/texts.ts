// The words on a printed remito. The legal terms stay in Spanish in the English version too, after their translation.
import type { IvaCondition, Language } from '@anden/contract'
import { printedWords } from '../../print/words.ts'

export type RemitoTexts = (typeof remitoTexts)['es']

const es = {
  ...printedWords.es,
  egreso: 'REMITO',
  ingreso: 'CONSTANCIA DE RECEPCIÓN',
  voided: 'ANULADO',
  notValid: 'SIN VALIDEZ',
  packed: (packages: number, day: string, time: string, checked: boolean) => {
    const s = packages === 1 ? '' : 's'
    return `Bultos: ${packages} (armado${s} el ${day} a las ${time}${checked ? `, controlado${s}` : ''})`
  },
  several: (count: number) => (count === 1 ? '1 remito' : `${count} remitos`),
  notAnInvoice: 'Documento no válido como factura',
  code: 'Código N° ',
  number: 'N° ',
  withoutNumber: 'Sin número',
  grossIncome: 'Ingresos brutos: ',
  activitiesSince: 'Inicio de actividades: ',
  onBehalfOf: 'Por cuenta y orden de',
  owner: 'Mercadería de',
  supplierNumbers: 'Remitos del proveedor',
  reason: 'Motivo: ',
  attachments: 'Documentos adjuntos: ',
  copies: ['ORIGINAL', 'DUPLICADO', 'TRIPLICADO'],
  acceptHere: 'Conformá la recepción con el celular',
  received: 'Recibí conforme',
  signature: 'Firma',
  fullName: 'Aclaración',
  documentNumber: 'DNI',
  signedOn: 'Fecha',
  cai: 'CAI N° ',
  caiExpiresOn: 'Vto. CAI: ',
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
  ...printedWords.en,
  egreso: 'DELIVERY NOTE (REMITO)',
  ingreso: 'GOODS RECEIVED NOTE',
  voided: 'VOIDED',
  notValid: 'SIN VALIDEZ',
  packed: (packages, day, time, checked) =>
    `Packages: ${packages} (packed on ${day} at ${time}${checked ? ', checked' : ''})`,
  several: (count: number) =>
    count === 1 ? '1 delivery note (remito)' : `${count} delivery notes (remitos)`,
  notAnInvoice: 'Not valid as an invoice (documento no válido como factura)',
  code: 'Código N° ',
  number: 'No. ',
  withoutNumber: 'Without a number',
  grossIncome: 'Gross income tax (ingresos brutos): ',
  activitiesSince: 'In business since (inicio de actividades): ',
  onBehalfOf: 'On behalf of (por cuenta y orden de)',
  owner: 'Goods of',
  supplierNumbers: "Supplier's delivery notes",
  reason: 'Reason: ',
  attachments: 'Attached documents: ',
  copies: ['ORIGINAL', 'DUPLICATE (DUPLICADO)', 'TRIPLICATE (TRIPLICADO)'],
  acceptHere: 'Accept the goods with your phone',
  received: 'Received in good order',
  signature: 'Signature',
  fullName: 'Name',
  documentNumber: 'DNI',
  signedOn: 'Date',
  cai: 'CAI No. ',
  caiExpiresOn: 'CAI expires: ',
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
