// The texts of the form with which a delivery is accepted, of what is kept on the phone until it has been sent, and of what was
// accepted.
import { type Language, localeOf } from '../../ui/locale-of.ts'
import type { NumberFault } from '../../ui/number/read-number.ts'
import { writeNumber } from '../../ui/number/write-number.ts'
import { type DifferenceKind, isEverythingAccepted, type Total } from './quantities.ts'

type Forms = readonly [one: string, other: string]
const units: Record<Language, Record<string, Forms>> = {
  es: {
    unidad: ['unidad', 'unidades'],
    caja: ['caja', 'cajas'],
    bulto: ['bulto', 'bultos'],
    pallet: ['pallet', 'pallets'],
    kg: ['kg', 'kg'],
    litro: ['l', 'l'],
  },
  en: {
    unidad: ['unit', 'units'],
    caja: ['case', 'cases'],
    bulto: ['package', 'packages'],
    pallet: ['pallet', 'pallets'],
    kg: ['kg', 'kg'],
    litro: ['l', 'l'],
  },
}

export const writtenNumber = (language: Language, value: number) => writeNumber(localeOf[language], value)

/** `10 cajas`. The unit stays on the line of its number. */
export function quantityText(language: Language, value: number, unit: string): string {
  const [one, other] = units[language][unit] ?? [unit, unit]
  return `${writtenNumber(language, value)}\u00a0${value === 1 ? one : other}`
}

/** More units than this are not listed on a button. */
const maxUnits = 2

type Summary = { verb: string; of: string; and: string; all: string; partly: string }

function received(language: Language, totals: readonly Total[], words: Summary): string {
  const isAll = isEverythingAccepted(totals)
  if (totals.length > maxUnits) return isAll ? words.all : words.partly
  const parts = totals.map(({ unit, accepted, shipped }) =>
    isAll
      ? quantityText(language, shipped, unit)
      : `${writtenNumber(language, accepted)} ${words.of} ${quantityText(language, shipped, unit)}`,
  )
  return `${words.verb} ${parts.join(` ${words.and} `)}`.replaceAll('\u00a0', ' ')
}

type NumberTexts = Record<Exclude<NumberFault, 'decimals' | 'large'>, string> & {
  misplacedDecimals: string
  decimals: (most: string) => string
  large: (most: string) => string
  doubtful: string
}

const es = {
  received: (totals: readonly Total[]) =>
    received('es', totals, {
      verb: 'Recibí',
      of: 'de',
      and: 'y',
      all: 'Recibí todo',
      partly: 'Recibí con diferencias',
    }),
  title: 'Entrega',
  allRight: 'Todo bien',
  anyProblem: '¿Algún problema?',
  problemWith: (name: string) => `¿Algún problema con ${name}?`,
  rightAfterAll: 'Está todo bien',
  rightAfterAllWith: (name: string) => `Está todo bien con ${name}`,
  kinds: { missing: 'Faltante', damaged: 'Dañado', refused: 'Rechazado' } satisfies Record<
    DifferenceKind,
    string
  >,
  one: { less: 'Uno menos', more: 'Uno más' },
  acceptedOf: (accepted: string, shipped: string) => `Recibís ${accepted} de ${shipped}`,
  tooMany: (shipped: string) => `Son más que ${shipped}`,
  note: '¿Qué pasó? (opcional)',
  lot: 'Lote',
  expiry: 'Vence',
  vintage: 'Cosecha',
  name: 'Quién recibe',
  nameHint: 'Nombre y apellido',
  document: 'DNI (opcional)',
  signature: 'Firma',
  signatureHint: 'Firmá con el dedo. Si no podés, alcanza con tu nombre.',
  signatureNeededHint: 'Quien recibe firma con el dedo.',
  signatureDrawn: 'Firmado',
  signatureEmpty: 'Sin firma',
  clear: 'Borrar la firma',
  photos: 'Fotos (opcional)',
  addPhoto: 'Agregar fotos',
  photoCount: (count: number) => (count === 1 ? '1 foto' : `${count} fotos`),
  photoNumber: (number: number) => `Foto ${number}`,
  removePhoto: (number: number) => `Quitar la foto ${number}`,
  photoUnreadable: (name: string) => `${name} no se puede leer como foto.`,
  photosFull: (most: number) => `Hasta ${most} fotos.`,
  footnote: 'Queda constancia con fecha, hora y firma',
  back: 'Volver',
  nothing: {
    recipient: 'Si no recibís nada, no hace falta firmar: que el chofer se lleve todo de vuelta.',
    driver: 'Si no reciben nada, volvé y tocá «No se pudo».',
  },
  faults: {
    name: 'Escribí quién recibe.',
    nameShort: 'Escribí el nombre completo.',
    document: 'El DNI o CUIT no es válido. También puede quedar vacío.',
    signature: 'Falta la firma.',
    lines: 'Revisá las cantidades',
  },
  numbers: {
    letters: 'Solo el número, sin letras',
    sign: 'Solo el número, sin signo adelante',
    space: 'Sacá el espacio que quedó en el número',
    characters: 'Solo números, puntos y comas',
    'digits-only': 'Solo números',
    misplaced: 'Puntos solo entre miles: 1.250.000',
    misplacedDecimals: 'Puntos solo entre miles (1.250.000), coma antes de los decimales (12,5)',
    unfinished: 'Faltan los decimales después de la coma',
    fraction: 'Solo números enteros, sin decimales',
    decimals: (most: string) => `Como máximo ${most} decimales`,
    large: (most: string) => `Como máximo ${most}`,
    doubtful: 'Se puede leer de dos maneras. ¿Cuál?',
  } satisfies NumberTexts,
  kept: {
    title: 'Guardado en este teléfono',
    waiting: 'Se envía solo cuando haya señal. Podés cerrar esta página; no borres los datos del navegador.',
    /** The phone cannot store anything. */
    fragile: 'Se envía solo cuando haya señal. No cierres esta página hasta entonces.',
    sending: 'Enviando…',
    send: 'Enviar ahora',
    summary: (what: string, who: string, at: string) => `${what} · ${who}, ${at}`,
    by: (who: string, at: string) => `${who}, ${at}`,
    refusedTitle: 'No se pudo registrar',
    correct: 'Corregir',
    discard: 'Borrar de este teléfono',
    sendAgain: 'Probar de nuevo',
    confirmDiscard: '¿Borrar esta recepción de este teléfono? El depósito no la tiene.',
    understood: 'Entendido',
    sent: 'Registrado: el depósito ya lo tiene.',
    late: 'El depósito lo tiene, pero el pedido ya no estaba en camino. Lo va a revisar.',
  },
  refusals: {
    'already-accepted': (who: string, at: string) =>
      `Ya lo recibió ${who}, ${at}. Lo de este teléfono no se registró.`,
    'not-under-way': 'El pedido todavía no figura en camino. Avisale al depósito y probá de nuevo.',
    'unknown-link': 'El enlace con el que se abrió ya no sirve. Pedile el último al depósito.',
    nothing: 'No se recibió nada, y eso no se registra como una recepción.',
    other: 'El servicio no lo aceptó. Avisale al depósito.',
  },
}

export type AcceptanceTexts = typeof es

const en: AcceptanceTexts = {
  received: (totals) =>
    received('en', totals, {
      verb: 'I received',
      of: 'of',
      and: 'and',
      all: 'I received everything',
      partly: 'I received it with differences',
    }),
  title: 'Delivery',
  allRight: 'All right',
  anyProblem: 'Any problem?',
  problemWith: (name) => `Any problem with ${name}?`,
  rightAfterAll: 'It is all right',
  rightAfterAllWith: (name) => `It is all right with ${name}`,
  kinds: { missing: 'Missing', damaged: 'Damaged', refused: 'Refused' },
  one: { less: 'One less', more: 'One more' },
  acceptedOf: (accepted, shipped) => `You receive ${accepted} of ${shipped}`,
  tooMany: (shipped) => `This is more than ${shipped}`,
  note: 'What happened? (optional)',
  lot: 'Lot',
  expiry: 'Expires',
  vintage: 'Vintage',
  name: 'Who receives it',
  nameHint: 'First and last name',
  document: 'DNI (optional)',
  signature: 'Signature',
  signatureHint: 'Sign with a finger. If you cannot, your name is enough.',
  signatureNeededHint: 'Whoever receives it signs with a finger.',
  signatureDrawn: 'Signed',
  signatureEmpty: 'Not signed',
  clear: 'Clear the signature',
  photos: 'Photos (optional)',
  addPhoto: 'Add photos',
  photoCount: (count) => (count === 1 ? '1 photo' : `${count} photos`),
  photoNumber: (number) => `Photo ${number}`,
  removePhoto: (number) => `Remove photo ${number}`,
  photoUnreadable: (name) => `${name} cannot be read as a photo.`,
  photosFull: (most) => `Up to ${most} photos.`,
  footnote: 'Date, time and signature are recorded',
  back: 'Back',
  nothing: {
    recipient: 'If you receive nothing, there is nothing to sign: send everything back with the driver.',
    driver: 'If they receive nothing, go back and tap “Not delivered”.',
  },
  faults: {
    name: 'Write who receives it.',
    nameShort: 'Write the full name.',
    document: 'The DNI or CUIT is not valid. It can also be left empty.',
    signature: 'The signature is missing.',
    lines: 'Check the quantities',
  },
  numbers: {
    letters: 'Only the number, without letters',
    sign: 'Only the number, without a sign before it',
    space: 'Remove the space inside the number',
    characters: 'Only digits, points and commas',
    'digits-only': 'Only digits',
    misplaced: 'Commas only between thousands: 1,250,000',
    misplacedDecimals: 'Commas only between thousands (1,250,000), a point before decimals (12.5)',
    unfinished: 'The decimals after the point are missing',
    fraction: 'Only whole numbers, without decimals',
    decimals: (most) => `At most ${most} decimals`,
    large: (most) => `At most ${most}`,
    doubtful: 'This has two meanings. Which one?',
  },
  kept: {
    title: 'Kept on this phone',
    waiting:
      'It is sent by itself once there is a signal. You can close this page; do not clear the data of the browser.',
    fragile: 'It is sent by itself once there is a signal. Do not close this page until then.',
    sending: 'Sending…',
    send: 'Send now',
    summary: (what, who, at) => `${what} · ${who}, ${at}`,
    by: (who, at) => `${who}, ${at}`,
    refusedTitle: 'This could not be recorded',
    correct: 'Correct it',
    discard: 'Delete it from this phone',
    sendAgain: 'Try again',
    confirmDiscard: 'Delete this acceptance from this phone? The warehouse does not have it.',
    understood: 'Understood',
    sent: 'Recorded: the warehouse has it.',
    late: 'The warehouse has it, but the order was no longer under way. They will look at it.',
  },
  refusals: {
    'already-accepted': (who, at) =>
      `${who} received it already, ${at}. What is on this phone was not recorded.`,
    'not-under-way': 'The order is not recorded as under way yet. Tell the warehouse, and try again.',
    'unknown-link': 'The link with which this was opened no longer works. Ask the warehouse for the latest.',
    nothing: 'Nothing was received, which is not recorded as an acceptance.',
    other: 'The service did not take it. Tell the warehouse.',
  },
}

export const texts: Record<Language, AcceptanceTexts> = { es, en }
