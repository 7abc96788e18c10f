// Remitos whose goods are under way, and what a phone sends to accept them.
import { crc32, deflateSync } from 'node:zlib'
import type { PublicRemito, RemitoDetail, Trip } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { caller } from './http.ts'
import { tripsIn } from './trips.ts'
import type { Warehouse } from './warehouse.ts'

export type Sent = Record<string, unknown> & { items: Record<string, unknown>[] }
export type SentFiles = Record<string, Buffer | readonly Buffer[]>

/** Everything accepted. */
export const whole = (remito: Pick<PublicRemito, 'items'>, given: Record<string, unknown> = {}): Sent => ({
  submission_id: uuidv7(),
  name: 'Marta Gil',
  signed_at: '2026-11-18T15:04:05.000Z',
  items: remito.items.map(({ item_id, quantity }) => ({
    item_id,
    accepted: quantity,
    missing: 0,
    damaged: 0,
    refused: 0,
  })),
  ...given,
})

export function formOf({ items, ...fields }: Sent, files: SentFiles = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('items', JSON.stringify(items))
  for (const [name, contents] of Object.entries(files)) {
    for (const content of [contents].flat()) form.append(name, new Blob([new Uint8Array(content)]), name)
  }
  return form
}

/** `path`: of the remito's link, or of a stop of the driver's. */
export const accept = (url: string, path: string, sent: Sent, files: SentFiles = {}) =>
  caller(url).post(`${path}/acceptance`, formOf(sent, files))

/** A PNG of one colour. */
export function aPng(width = 3, height = 2, extra: readonly [type: string, data: Buffer][] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const chunks: (readonly [string, Buffer])[] = [
    ['IHDR', header],
    ...extra,
    ['IDAT', deflateSync(Buffer.alloc(Math.min((width + 1) * height, 1_000_000)))],
    ['IEND', Buffer.alloc(0)],
  ]
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, ...chunks.map(([type, data]) => pngChunk(type, data))])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const checked = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(checked))
  return Buffer.concat([head, checked, tail])
}

export type UnderWay = {
  orderId: string
  remitoId: string
  path: string
  remito: PublicRemito
  trip: Trip
}

export function acceptancesIn(warehouse: Warehouse, url: string) {
  const { staff } = warehouse
  const { orderThat, aDepartedTrip } = tripsIn(warehouse)
  const open = caller(url)
  type Client = Parameters<typeof orderThat>[0]

  async function remitoIdOf(orderId: string): Promise<string> {
    const { body } = await staff.get(`/remitos?source_order_id=${orderId}`)
    return body.data[0].id
  }

  async function pathOf(remitoId: string): Promise<string> {
    const answer = await staff.post(`/remitos/${remitoId}/share`, {})
    if (answer.status !== 200) throw new Error(`not shared: ${answer.text}`)
    return new URL(answer.body.url).pathname
  }

  /** An order that has left on a trip of its own. */
  async function underWay(client: Client): Promise<UnderWay> {
    const orderId = await orderThat(client, 'approve', 'prepare')
    const trip = await aDepartedTrip(orderId)
    const remitoId = await remitoIdOf(orderId)
    const path = await pathOf(remitoId)
    const remito: PublicRemito = (await open.get(`${path}/remito`)).body
    return { orderId, remitoId, path, remito, trip }
  }

  const readRemito = async (id: string): Promise<RemitoDetail> => (await staff.get(`/remitos/${id}`)).body

  return { underWay, remitoIdOf, pathOf, readRemito }
}
