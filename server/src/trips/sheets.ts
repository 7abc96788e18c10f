// Trips as files for people: one row per trip, or one per stop.
import { stopOutcomeWords, type TripStop, type TripSummary, tripStatusWords } from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import {
  byLine,
  date,
  itemsAsRows,
  joined,
  moment,
  number,
  type SheetColumn,
  sheet,
  taxIdText,
  text,
  wordsColumn,
} from '../http/reads/sheets/sheet.ts'
import { stopsOfTrips } from './queries.ts'

type StopLine = TripSummary & { line: TripStop }
type Columns<Row> = readonly SheetColumn<Row>[]

const trip: Columns<TripSummary> = [
  text('Viaje', 'Trip', (row) => row.number, 14),
  date('Fecha', 'Date', (row) => row.date),
  wordsColumn('Estado', 'Status', tripStatusWords, ({ status }) => status, 12),
  text('Chofer', 'Driver', ({ driver_name }) => driver_name, 24),
  text('Patente', 'Plate', ({ plate }) => plate, 12),
]

const ofTrip: Columns<TripSummary> = [
  text('DNI del chofer', "Driver's DNI", ({ driver_dni }) => taxIdText(driver_dni), 15),
  text('Transportista', 'Carrier', ({ carrier_name }) => carrier_name, 28),
  text('CUIT del transportista', "Carrier's CUIT", ({ carrier_cuit }) => taxIdText(carrier_cuit), 20),
  text('Patente del acoplado', "Trailer's plate", ({ trailer_plate }) => trailer_plate, 18),
  text('COT', 'COT', ({ cot }) => cot, 22),
  number('Paradas', 'Stops', ({ stops_count }) => stops_count, 10),
  number('Sin resultado', 'Without outcome', ({ stops_open }) => stops_open, 14),
  number('Bultos', 'Packages', ({ packages }) => packages, 10),
  number('Peso (kg)', 'Weight (kg)', ({ weight_kg }) => weight_kg, 12),
  moment('Salida', 'Departed', ({ departed_at }) => departed_at),
  moment('Cierre', 'Closed', ({ closed_at }) => closed_at),
  text('Notas', 'Notes', ({ notes }) => notes, 28),
]

const ofStop: Columns<StopLine> = [
  number('Parada', 'Stop', ({ line }) => line.position, 9),
  text('Pedido', 'Order', ({ line }) => line.order_number, 14),
  text('Cliente', 'Client', ({ line }) => line.client.name, 28),
  text('Destinatario', 'Recipient', ({ line }) => line.destinatario.name, 28),
  text('Dirección', 'Address', ({ line }) => line.delivery_address, 28),
  text('Localidad', 'City', ({ line }) => line.delivery_city),
  text('Provincia', 'Province', ({ line }) => line.delivery_province),
  text('Contacto', 'Contact', ({ line }) => line.delivery_contact, 28),
  text('Remito', 'Remito', ({ line }) => line.remitos.flatMap((one) => one.remito_number).join(', '), 20),
  number('Bultos', 'Packages', ({ line }) => line.packages, 10),
  number('Peso (kg)', 'Weight (kg)', ({ line }) => line.weight_kg, 12),
  wordsColumn('Resultado', 'Outcome', stopOutcomeWords, ({ line }) => line.outcome, 15),
  moment('Hora', 'Time', ({ line }) => line.outcome_at),
  text('Motivo', 'Reason', ({ line }) => line.outcome_reason, 28),
]

const name = { es: 'viajes', en: 'trips' }

export const tripsSheet = sheet({ name, columns: [...trip, ...ofTrip], rows: itemsAsRows<TripSummary>() })

export const tripStopsSheet = sheet({
  name,
  columns: [...trip, ...ofStop] as Columns<StopLine>,
  rows:
    (_: unknown, db: Queryable) =>
    async (trips: TripSummary[]): Promise<StopLine[]> =>
      byLine(joined(trips, await db.rows(stopsOfTrips(trips.map(({ id }) => id))))),
})
