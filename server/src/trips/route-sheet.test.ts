// The printed route sheet, as unrelated programs read it: what stands on it, in which order, what its codes lead to, and that
// nothing leaves the page, however long the texts are.
import type { Trip, TripStop } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { isPopplerMissing, pdfPages, pdfWords } from '../../tests/harness/pdf-text.ts'
import { readQrCode } from '../../tests/harness/printed-codes.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { tripsIn } from '../../tests/harness/trips.ts'
import { contentWidth, margin, pageHeight } from '../print/sheet.ts'
import { tripTemplates } from './route-sheet.ts'

const { service, warehouse } = await useWarehouse()
const { orderThat, aTrip } = tripsIn(warehouse)

async function fetchSheet(id: string, language = 'es') {
  const { cookie } = await service.aStaffUser(['staff:read'])
  return fetch(`${service.url}/api/v1/backoffice/trips/${id}/pdf`, {
    headers: { cookie, 'accept-language': language, 'sec-fetch-site': 'same-origin' },
  })
}

const aStop = (position: number, more: Partial<TripStop> = {}): TripStop => ({
  position,
  order_id: uuidv7(),
  order_number: `PED-${String(position).padStart(6, '0')}`,
  order_status: 'in_preparation',
  order_revision: 3,
  client: { id: uuidv7(), name: 'Bodega Los Álamos' },
  destinatario: {
    id: uuidv7(),
    name: `Vinoteca ${position}`,
    phone: null,
    delivery_schedule: 'Lunes a viernes de 9 a 13',
  },
  delivery_address: 'Av. San Martín 1250',
  delivery_city: 'Mendoza',
  delivery_province: 'Mendoza',
  delivery_contact: 'Ñata, +54 261 555-0100',
  notes: null,
  remitos: [{ id: uuidv7(), remito_number: [`R 00001-${String(position).padStart(8, '0')}`] }],
  packages: 3,
  weight_kg: 12.5,
  weight_known: true,
  outcome: null,
  outcome_at: null,
  outcome_reason: null,
  ...more,
})

const aSheet = (stops: TripStop[], more: Partial<Trip> = {}) => ({
  trip: {
    id: uuidv7(),
    number: 'VIA-000042',
    revision: 1,
    date: '2026-11-19',
    status: 'draft',
    driver_name: 'Raúl Quiroga',
    driver_dni: '24555120',
    carrier_name: 'Transportes Cuyo SRL',
    carrier_cuit: '30707770704',
    plate: 'AB123CD',
    trailer_plate: null,
    cot: null,
    notes: null,
    packages: 3 * stops.length,
    weight_kg: 12.5 * stops.length,
    weight_known: true,
    stops,
    departed_at: null,
    closed_at: null,
    created_at: '2026-11-18T12:00:00.000Z',
    updated_at: '2026-11-18T12:00:00.000Z',
    ...more,
  } as Trip,
  warehouse: { name: 'Depósito Andén' } as never,
  links: Object.fromEntries(
    stops
      .flatMap((stop) => stop.remitos)
      .map(({ id }) => [id, `https://portal.example.com/r/${id.replaceAll('-', '')}`]),
  ),
})
const draw = async (...given: Parameters<typeof aSheet>) =>
  Buffer.from(await tripTemplates['route-sheet'](aSheet(...given), 'es'))
const many = (count: number, more?: Partial<TripStop>) =>
  Array.from({ length: count }, (_, index) => aStop(index + 1, more))

describe.skipIf(isPopplerMissing())('a route sheet', () => {
  test('has the vehicle, what it takes and the stops in their order', async () => {
    const client = await warehouse.aStockedClient(100)
    const ids = [await orderThat(client, 'approve', 'prepare'), await orderThat(client, 'approve')]
    await warehouse.staff.patch(`/orders/${ids[0]}`, { action: 'pack', packages: 4 })
    const trip = await aTrip(ids.toReversed(), { driver_dni: '24555120', cot: '0001' })
    const answer = await fetchSheet(trip.id)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(answer.headers.get('content-disposition')).toContain(`hoja-de-ruta-${trip.number}.pdf`)
    const [page = '', ...others] = await pdfPages(Buffer.from(await answer.arrayBuffer()))
    expect(others).toEqual([])
    const [first, second] = trip.stops
    const expected = [
      `Hoja de ruta ${trip.number}`,
      'Chofer: Raúl Quiroga · DNI: 24555120',
      'Patente: AB123CD · COT: 0001',
      '2 paradas · 4 bultos',
      first?.order_number ?? '',
      second?.order_number ?? '',
      'Página 1 de 1',
    ]
    const places = expected.map((text) => [text, page.indexOf(text)])
    expect(places.filter(([, place]) => place === -1)).toEqual([])
    for (const text of ['Bultos: ______', '4 bultos', 'Av. San Martín 1', 'Firma', 'Aclaración']) {
      expect(page).toContain(text)
    }
    expect(page.indexOf(first?.order_number ?? '')).toBeLessThan(page.indexOf(second?.order_number ?? ''))
    expect((await pdfPages(Buffer.from(await (await fetchSheet(trip.id, 'en')).arrayBuffer())))[0]).toContain(
      `Route sheet ${trip.number}`,
    )
  })

  test('has a code for each remito, which leads to its public page', async () => {
    const stops = many(6)
    const pdf = await draw(stops)
    const x = margin + contentWidth - 66
    const found = new Set<string>()
    for (let y = margin; y < pageHeight - 2 * margin; y += 20) {
      const read = await readQrCode(pdf, 1, { x, y, size: 70 })
      if (read) found.add(read)
    }
    expect([...found]).toEqual(
      stops.map((stop) => `https://portal.example.com/r/${stop.remitos[0]?.id.replaceAll('-', '')}`),
    )
  }, 60_000)

  test('never leaves the page, however long the texts are and however many stops there are', async () => {
    const long = 'Cooperativa Vitivinícola Ñuñorco '.repeat(9)
    const pdf = await draw(
      many(200, {
        destinatario: {
          id: uuidv7(),
          name: long.slice(0, 200),
          phone: null,
          delivery_schedule: long.slice(0, 200),
        },
        delivery_address: 'W'.repeat(300),
        notes: 'portón del fondo '.repeat(110),
        client: { id: uuidv7(), name: long },
        weight_known: false,
      }),
      { notes: 'x'.repeat(2000), carrier_name: long },
    )
    const words = await pdfWords(pdf)
    expect(words.length).toBeGreaterThan(10_000)
    expect(words.filter(({ left, right }) => left < margin - 1 || right > margin + contentWidth + 1)).toEqual(
      [],
    )
    expect(words.filter(({ top, bottom }) => top < 0 || bottom > pageHeight)).toEqual([])
    const pages = await pdfPages(pdf)
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Página ${index + 1} de ${pages.length}`)
  }, 60_000)

  test('is the same bytes for the same trip', async () => {
    const stops = many(3)
    const sheet = aSheet(stops)
    const [one, two] = [
      await tripTemplates['route-sheet'](sheet, 'es'),
      await tripTemplates['route-sheet'](sheet, 'es'),
    ]
    expect(Buffer.compare(Buffer.from(one), Buffer.from(two))).toBe(0)
  })
})
