// The list of trips: its order and filters, and the same as CSV and as a file for people, with one row per trip or per stop.
import type { TripSummary } from '@anden/contract'
import { describe, expect, test } from 'vitest'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { tripsIn } from '../../tests/harness/trips.ts'
import { sql } from '../db/sql.ts'
import { dayAfter } from '../stock/warehouse-day.ts'

const { service, warehouse } = await useWarehouse()
const { staff, act } = warehouse
const { orderThat, aTrip, aDepartedTrip, changeNow, today } = tripsIn(warehouse)
const client = await warehouse.aStockedClient(1_000)
const [now, tomorrow, later] = [today(), dayAfter(today(), 1), dayAfter(today(), 5)]

const order = await orderThat(client, 'approve', 'prepare')
const failed = await orderThat(client, 'approve', 'prepare')
await staff.patch(`/orders/${order}`, { action: 'pack', packages: 4 })
await service.db.run(sql`update products set weight_kg = 12.345 where id = ${client.productId}`)
const closed = await aDepartedTrip(order, failed)
await act(order, 'deliver')
await act(failed, 'fail', 'Estaba cerrado')
await changeNow(closed.id, { action: 'close' })
const draft = await aTrip([failed], { date: later, driver_name: 'Zoe Yáñez', plate: null })
const empty = await aTrip([], { date: tomorrow })

const listed = async (query = ''): Promise<string[]> =>
  (await staff.get(`/trips?${query}`)).body.data.map(({ id }: TripSummary) => id)

describe('the list of trips', () => {
  test('has the latest date first, with what each takes', async () => {
    expect(await listed()).toEqual([draft.id, empty.id, closed.id])
    const [first, second, third] = (await staff.get('/trips')).body.data
    expect(first).toMatchObject({
      status: 'draft',
      stops_count: 1,
      stops_open: 1,
      packages: 0,
      weight_kg: 12.345,
    })
    expect(second).toMatchObject({ stops_count: 0, stops_open: 0, weight_kg: null, weight_known: true })
    expect(third).toMatchObject({
      number: closed.number,
      status: 'closed',
      stops_count: 2,
      stops_open: 0,
      packages: 4,
      weight_kg: 24.69,
      weight_known: true,
    })
    expect(third).not.toHaveProperty('stops')
  })

  test('is read page by page', async () => {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const { body } = await staff.get(`/trips?limit=1${cursor}`)
      ids.push(...body.data.map(({ id }: TripSummary) => id))
      if (!body.has_more) break
      cursor = `&cursor=${body.next_cursor}`
    }
    expect(ids).toEqual([draft.id, empty.id, closed.id])
  })

  test.each([
    [`date=${tomorrow}`, [empty.id]],
    ['status=closed', [closed.id]],
    ['status=draft', [draft.id, empty.id]],
    [`status=draft&date=${later}`, [draft.id]],
    ['driver=zoe%20yanez', [draft.id]],
    ['driver=RA%C3%9AL%20QUIROGA', [empty.id, closed.id]],
    [`driver=raul%20quiroga&status=closed&date=${now}`, [closed.id]],
    ['driver=raul', []],
  ])('with %s', async (query, ids) => {
    expect(await listed(query)).toEqual(ids)
  })
})

describe('the file for people', () => {
  const exported = async (query: string) => (await staffExport(query)).split('\r\n').filter(Boolean)

  test('has a row per trip, in words', async () => {
    const [head, ...rows] = await exported('language=es')
    expect(head).toContain('Viaje;Fecha;Estado;Chofer;Patente')
    expect(rows).toHaveLength(3)
    expect(rows[2]).toContain(`${closed.number};${spanish(now)};Cerrado;Raúl Quiroga;AB123CD`)
    expect(rows[2]).toContain(';2;0;4;24,69;')
  })

  test('has a row per stop, with its outcome', async () => {
    const [head, ...rows] = await exported('rows=lines&status=closed&language=en')
    expect(head).toContain('Trip,Date,Status,Driver,Plate,Stop,Order,Client,Recipient')
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatch(/,Closed,Raúl Quiroga,AB123CD,1,PED-000001,.*,Delivered,/)
    expect(rows[1]).toMatch(/,2,PED-000002,.*,Not delivered,.*,Estaba cerrado$/)
  })
})

test('the CSV has the members of the list', async () => {
  const { text } = await staff.get('/trips?status=closed', { accept: 'text/csv' })
  const [head, row, ...others] = text.replace(/^\ufeff/, '').split('\r\n')
  expect(others).toEqual([''])
  expect(head).toMatch(/^id,number,revision,date,status,driver_name,/)
  expect(row).toContain(`${closed.id},${closed.number},3,${now},closed,Raúl Quiroga`)
})

const spanish = (day: string) => day.split('-').reverse().join('/')

async function staffExport(query: string): Promise<string> {
  const { cookie } = await service.aStaffUser(['staff:read'])
  const answer = await fetch(`${service.url}/api/v1/backoffice/trips/export?format=csv&${query}`, {
    headers: { cookie, 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.status).toBe(200)
  return (await answer.text()).replace(/^\ufeff/, '')
}
