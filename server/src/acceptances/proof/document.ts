// What the proof of an acceptance shows: the remito as it is printed, and what was recorded of its acceptance. Times are those of
// the warehouse, and say so.
import type { acceptanceChannels, acceptanceFileKinds, acceptanceOutcomes, UnitType } from '@anden/contract'
import { empty, type Statement, sql } from '../../db/sql.ts'
import type { RemitoDocument } from '../../remitos/pdf/document.ts'

type ProofLine = {
  sku: string
  name: string
  unit_type: UnitType
  lot_number: string
  shipped: number
  accepted: number
  missing: number
  damaged: number
  refused: number
  note: string | null
}

export type ProofFile = {
  id: string
  kind: (typeof acceptanceFileKinds)[number]
  content_type: string
  width: number | null
  height: number | null
  sha256: string
}

export type ProvenAcceptance = {
  id: string
  remito_id: string
  outcome: (typeof acceptanceOutcomes)[number]
  channel: (typeof acceptanceChannels)[number]
  late: boolean
  name: string | null
  document: string | null
  /** Days and times at the warehouse: 2026-11-02 10:45:10. */
  signed_at: string
  received_at: string
  removed_at: string | null
  time_zone: string
  pdf_sha256: string | null
  lines: ProofLine[]
  files: ProofFile[]
}

export type Proof = { remito: RemitoDocument; acceptance: ProvenAcceptance }

/** The one that counts. */
export const acceptanceToProve = (clientId: string, remitoId: string) =>
  proven(sql`accepted.client_id = ${clientId} and accepted.remito_id = ${remitoId} and not accepted.late`)

/** The one that counts, or else the late one that came last. */
export const anyAcceptanceToProve = (remitoId: string) =>
  proven(sql`accepted.remito_id = ${remitoId}`, sql`order by accepted.late, accepted.created_at desc limit 1`)

export const disputeToProve = (id: string) => proven(sql`accepted.id = ${id}`)

const localTime = (column: Statement) =>
  sql`to_char(${column} at time zone clock.time_zone, 'YYYY-MM-DD HH24:MI:SS')`

const proven = (which: Statement, order: Statement = empty) =>
  sql<ProvenAcceptance>`
    select accepted.id, accepted.remito_id, accepted.outcome, accepted.channel, accepted.late, accepted.name,
      accepted.document, ${localTime(sql`accepted.signed_at`)} as signed_at,
      ${localTime(sql`accepted.created_at`)} as received_at, ${localTime(sql`accepted.removed_at`)} as removed_at,
      clock.time_zone, encode(accepted.pdf_sha256, 'hex') as pdf_sha256, (
        select coalesce(json_agg(json_build_object('sku', products.sku, 'name', products.name,
          'unit_type', products.unit_type, 'lot_number', lots.lot_number, 'shipped', item.quantity,
          'accepted', line.accepted, 'missing', line.missing, 'damaged', line.damaged, 'refused', line.refused,
          'note', line.note) order by item.position), '[]')
        from remito_acceptance_lines line
        join remito_items item on item.id = line.remito_item_id
        join lots on lots.id = item.lot_id
        join products on products.id = item.product_id
        where line.acceptance_id = accepted.id
      ) as lines, (
        select coalesce(json_agg(json_build_object('id', file.id, 'kind', file.kind,
          'content_type', file.content_type, 'width', file.width, 'height', file.height,
          'sha256', encode(file.sha256, 'hex')) order by file.position), '[]')
        from acceptance_files file
        where file.acceptance_id = accepted.id and file.state = 'ready'
      ) as files
    from remito_acceptances accepted
    cross join warehouse_clock clock
    where ${which}
    ${order}`
