// The route sheet (hoja de ruta) of a trip: the vehicle and what it takes, then the stops in their order, each with its address,
// its remitos as QR codes, and room for a signature.
import { buffer } from 'node:stream/consumers'
import type { Language, Trip, TripStop } from '@anden/contract'
import type { Config } from '../config/settings.ts'
import type { Templates } from '../http/reads/documents/render-threads.ts'
import { drawQrCode } from '../print/codes.ts'
import { loadFonts } from '../print/fonts.ts'
import { drawPages, type Listed } from '../print/pages.ts'
import { type Block, contentWidth, createSheet, margin, type Sheet, type Style } from '../print/sheet.ts'
import { dateText, printedWords, quantityText } from '../print/words.ts'

/** What it shows. `links`: the address of the page of each remito, by its id. */
export type RouteSheet = { trip: Trip; warehouse: Config['warehouse']; links: Record<string, string> }

/** Increase it with every change of the layout or of the texts: it is a part of the ETag. */
export const routeSheetRevision = 2

const es = {
  ...printedWords.es,
  title: 'Hoja de ruta',
  driver: 'Chofer: ',
  carriedBy: 'Transportista: ',
  plateIs: 'Patente: ',
  trailer: 'Acoplado: ',
  cot: 'COT: ',
  remito: 'Remito: ',
  client: 'Cliente: ',
  stops: (count: number) => (count === 1 ? '1 parada' : `${count} paradas`),
  packages: (count: number) => (count === 1 ? '1 bulto' : `${count} bultos`),
  notPacked: 'Bultos: ______',
  moreThan: (weight: string) => `más de ${weight}`,
  noAddress: 'Sin dirección',
  fields: ['Firma', 'Aclaración', 'DNI', 'Hora'],
}

const en: typeof es = {
  ...printedWords.en,
  title: 'Route sheet',
  driver: 'Driver: ',
  carriedBy: 'Carrier: ',
  plateIs: 'Plate: ',
  trailer: 'Trailer: ',
  cot: 'COT: ',
  remito: 'Remito: ',
  client: 'Client: ',
  stops: (count) => (count === 1 ? '1 stop' : `${count} stops`),
  packages: (count) => (count === 1 ? '1 package' : `${count} packages`),
  notPacked: 'Packages: ______',
  moreThan: (weight) => `more than ${weight}`,
  noAddress: 'No address',
  fields: ['Signature', 'Name', 'DNI', 'Time'],
}

type Texts = typeof es
const routeSheetTexts = { es, en } satisfies Record<Language, Texts>

const strong: Style = { size: 10, bold: true }
const plain: Style = { size: 8.5 }
const small: Style = { size: 7.5, color: '#333333' }
const label: Style = { size: 6.5, color: '#555555' }
const placeText: Style = { size: 17, bold: true }

const padding = 6
const placeWidth = 36
const qrSize = 62
const documentsWidth = 150
const addressWidth = contentWidth - placeWidth - documentsWidth - qrSize - 3 * padding
const signatureHeight = 30
/** Of one stop. There is one remito unless a later release issues several. */
const maxQrCodes = 2

export const routeSheetName = ({ trip }: RouteSheet) => `hoja-de-ruta-${trip.number}.pdf`

/** The same trip and language give the same bytes. */
async function renderRouteSheet({ trip, warehouse, links }: RouteSheet, language: Language): Promise<Buffer> {
  const texts = routeSheetTexts[language]
  const title = `${texts.title} ${trip.number}`
  const sheet = await createSheet(await loadFonts(), {
    title,
    author: warehouse.name ?? texts.warehouse,
    language,
    at: trip.updated_at,
  })
  const aside = `${warehouse.name ?? texts.warehouse} · ${dateText(trip.date, texts)}`
  const pieces = [
    vehiclePiece(sheet, trip, texts),
    ...trip.stops.map((stop) => stopPiece(sheet, stop, links, texts)),
  ]
  drawPages(sheet, pieces, { title, aside, words: texts })
  sheet.doc.end()
  return buffer(sheet.doc)
}

function vehiclePiece(sheet: Sheet, trip: Trip, texts: Texts): Listed {
  const named = (text: string, value: string | null) => (value ? [text + value] : [])
  const facts = [
    [texts.driver + trip.driver_name, ...named(texts.dni, trip.driver_dni)],
    [...named(texts.carriedBy, trip.carrier_name), ...named(texts.cuit, trip.carrier_cuit)],
    [
      ...named(texts.plateIs, trip.plate),
      ...named(texts.trailer, trip.trailer_plate),
      ...named(texts.cot, trip.cot),
    ],
    named(texts.notes, trip.notes),
  ]
  const lines = facts.flatMap((parts) => (parts.length > 0 ? [parts.join(' · ')] : []))
  const load = [texts.stops(trip.stops.length), texts.packages(trip.packages), ...weightText(trip, texts)]
  const blocks = [
    ...lines.map((line) => sheet.block(line, contentWidth, plain)),
    sheet.block(load.join(' · '), contentWidth, strong),
  ]
  const height = heightOf(blocks) + 2 * padding
  return { height, draw: (top) => stack(sheet, blocks, margin, top) }
}

function weightText({ weight_kg, weight_known }: Pick<Trip, 'weight_kg' | 'weight_known'>, texts: Texts) {
  if (weight_kg === null) return []
  const weight = `${quantityText(weight_kg, texts)} kg`
  return [weight_known ? weight : texts.moreThan(weight)]
}

function stopPiece(sheet: Sheet, stop: TripStop, links: RouteSheet['links'], texts: Texts): Listed {
  const place = sheet.block(String(stop.position), placeWidth - padding, placeText)
  const address = addressLines(stop, texts).map(([text, style]) => sheet.block(text, addressWidth, style))
  const documents = documentLines(stop, texts).map(([text, style]) =>
    sheet.block(text, documentsWidth - padding, style),
  )
  const codes = stop.remitos.slice(0, maxQrCodes)
  const upper = Math.max(place.height, heightOf(address), heightOf(documents), codes.length * qrSize)
  const height = upper + signatureHeight + 2 * padding
  return {
    height,
    draw(top) {
      const y = top + padding
      sheet.write(place, margin, y)
      stack(sheet, address, margin + placeWidth, y)
      stack(sheet, documents, margin + placeWidth + addressWidth + padding, y)
      for (const [index, { id }] of codes.entries()) {
        const x = margin + contentWidth - qrSize
        drawQrCode(sheet, links[id] ?? '', { x, y: y + index * qrSize, size: qrSize })
      }
      drawFields(sheet, texts.fields, y + upper + signatureHeight - 12)
      sheet.doc
        .lineWidth(0.3)
        .moveTo(margin, top + height)
        .lineTo(margin + contentWidth, top + height)
        .stroke('#bbbbbb')
    },
  }
}

function addressLines(stop: TripStop, texts: Texts): [string, Style][] {
  const parts = [stop.delivery_address, stop.delivery_city, stop.delivery_province]
  // The city of Mendoza is in the province of that name.
  const where = [...new Set(parts.filter(Boolean))]
  const contact = stop.delivery_contact ?? stop.destinatario.phone
  return [
    [stop.destinatario.name, strong],
    [where.length > 0 ? where.join(', ') : texts.noAddress, plain],
    ...(contact ? [[texts.contact + contact, small] as [string, Style]] : []),
    ...(stop.destinatario.delivery_schedule
      ? [[texts.deliveryHours + stop.destinatario.delivery_schedule, small] as [string, Style]]
      : []),
    ...(stop.notes ? [[texts.notes + stop.notes, small] as [string, Style]] : []),
  ]
}

function documentLines(stop: TripStop, texts: Texts): [string, Style][] {
  const packages = stop.packages === null ? texts.notPacked : texts.packages(stop.packages)
  const numbers = stop.remitos.flatMap(({ remito_number }) => remito_number)
  return [
    [[packages, ...weightText(stop, texts)].join(' · '), strong],
    [texts.order + stop.order_number, plain],
    ...(numbers.length > 0 ? [[texts.remito + numbers.join(', '), plain] as [string, Style]] : []),
    [texts.client + stop.client.name, small],
  ]
}

/** Blank lines to write on, the widest for the signature. */
function drawFields(sheet: Sheet, labels: readonly string[], y: number) {
  const widths = [0.36, 0.32, 0.18, 0.14].map((share) => share * (contentWidth - placeWidth))
  let x = margin + placeWidth
  for (const [index, text] of labels.entries()) {
    const width = widths[index] ?? 0
    sheet.doc
      .lineWidth(0.5)
      .moveTo(x, y)
      .lineTo(x + width - 10, y)
      .stroke('#000000')
    sheet.write(sheet.block(text, width, label), x, y + 2)
    x += width
  }
}

const heightOf = (blocks: readonly Block[]) => blocks.reduce((sum, { height }) => sum + height, 0)

function stack(sheet: Sheet, blocks: readonly Block[], x: number, top: number) {
  let y = top
  for (const one of blocks) {
    sheet.write(one, x, y)
    y += one.height
  }
}

export const tripTemplates = {
  'route-sheet': (shown, language) => renderRouteSheet(shown as RouteSheet, language),
} satisfies Templates
