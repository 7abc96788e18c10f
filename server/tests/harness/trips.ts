// Orders and trips for tests, made over HTTP.
import type { StaffOrderDetail, Trip } from '@anden/contract'
import { warehouseDay } from '../../src/stock/warehouse-day.ts'
import type { HttpAnswer } from './http.ts'
import { order, type Warehouse } from './warehouse.ts'

type Orderer = Awaited<ReturnType<Warehouse['aStockedClient']>>
type Given = Record<string, unknown>

/** The warehouse's day, if the clock of the service is the real one. */
const today = warehouseDay(Date.now, 'America/Argentina/Buenos_Aires')

export function tripsIn({ staff, act }: Pick<Warehouse, 'staff' | 'act'>) {
  /** An order of the client that has got so far. */
  async function orderThat(client: Orderer, ...actions: string[]): Promise<string> {
    return orderOf(client, {}, ...actions)
  }

  async function orderOf(client: Orderer, given: Given, ...actions: string[]): Promise<string> {
    const placed = await order(client, 1, given)
    if (placed.status !== 201) throw new Error(`not placed: ${placed.text}`)
    for (const action of actions) {
      const answer = await act(placed.body.id, action, action === 'fail' ? 'Estaba cerrado' : undefined)
      if (answer.status !== 200) throw new Error(`not done: ${answer.text}`)
    }
    return placed.body.id
  }

  const post = (given: Given = {}): Promise<HttpAnswer<Trip>> =>
    staff.post('/trips', { date: today(), driver_name: 'Raúl Quiroga', plate: 'AB123CD', ...given })

  async function aTrip(orderIds: string[] = [], given: Given = {}): Promise<Trip> {
    const answer = await post({ order_ids: orderIds, ...given })
    if (answer.status !== 201) throw new Error(`no trip: ${answer.text}`)
    return answer.body
  }

  const change = ({ id, revision }: Pick<Trip, 'id' | 'revision'>, given: Given) =>
    staff.patch(`/trips/${id}`, { if_revision: revision, ...given })

  /** With the revision that the trip has now. */
  async function changeNow(id: string, given: Given): Promise<HttpAnswer<Trip>> {
    return change(await read(id), given)
  }

  async function read(id: string): Promise<Trip> {
    return (await staff.get(`/trips/${id}`)).body
  }

  async function readOrder(id: string): Promise<StaffOrderDetail> {
    return (await staff.get(`/orders/${id}`)).body
  }

  async function aDepartedTrip(...orderIds: string[]): Promise<Trip> {
    const answer = await change(await aTrip(orderIds), { action: 'depart' })
    if (answer.status !== 200) throw new Error(`not departed: ${answer.text}`)
    return answer.body
  }

  return { orderThat, orderOf, post, aTrip, change, changeNow, read, readOrder, aDepartedTrip, today }
}
