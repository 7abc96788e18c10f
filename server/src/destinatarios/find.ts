// Recipients as a sheet names them: by id, by CUIT or DNI, or by name.
import { cuitOrDni, type SheetFault } from '@anden/contract'
import { editDistance } from '@anden/contract/validation'
import type { Queryable } from '../db/queryable.ts'
import { fold } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import { nearMatches } from '../search/near.ts'
import {
  type DeliveryRow,
  deliveriesOf,
  destinatariosByIds,
  type NamedRow,
  namedDestinatarios,
} from './queries.ts'

export type FoundDestinatario = NamedRow

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** By each text those that it names; usually one. */
export async function findDestinatarios(
  at: Queryable,
  clientId: string,
  texts: readonly string[],
): Promise<Map<string, FoundDestinatario[]>> {
  const ids = texts.filter((text) => uuid.test(text)).map((text) => text.toLowerCase())
  const documents = texts.flatMap((text) => documentIn(text) ?? [])
  const rows =
    texts.length === 0 ? [] : await at.rows(namedDestinatarios(clientId, ids, documents, texts.map(fold)))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byDocument = Map.groupBy(
    rows.filter(({ cuit_dni }) => cuit_dni !== null),
    ({ cuit_dni }) => cuit_dni,
  )
  const byName = Map.groupBy(rows, ({ name_folded }) => name_folded)
  return new Map(
    texts.map((text) => {
      const own = byId.get(text.toLowerCase())
      const document = documentIn(text)
      const named = byName.get(fold(text)) ?? []
      return [text, own ? [own] : (byDocument.get(document) ?? named)]
    }),
  )
}

/** A CUIT or DNI with or without separators; null: it is none. */
function documentIn(text: string): string | null {
  return /^[\d.\- ]{7,15}$/.test(text) ? cuitOrDni(text) : null
}

type Candidates = SheetFault['candidates']
const maxCandidates = 5

export const asCandidates = (
  found: readonly Pick<FoundDestinatario, 'id' | 'name' | 'city' | 'cuit_dni'>[],
): Candidates =>
  found.slice(0, maxCandidates).map(({ id, name, city, cuit_dni }) => ({
    value: id,
    label: [name, city, cuit_dni].filter((part) => part !== null).join(', '),
  }))

/** Of texts that name nobody, the recipients that may be meant. */
export async function nearDestinatarios(
  at: Queryable,
  clientId: string,
  texts: readonly string[],
): Promise<Map<string, Candidates>> {
  const near = await nearMatches(at, clientId, 'destinatario', texts)
  const ids = [...new Set([...near.values()].flat())]
  const rows = ids.length > 0 ? await at.rows(destinatariosByIds(clientId, ids)) : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    [...near].map(([text, subjects]) => {
      const folded = fold(text)
      const ranked = subjects
        .flatMap((id) => byId.get(id) ?? [])
        .map((row) => ({ row, distance: editDistance(folded, row.name_folded.slice(0, 80)) }))
        .sort((a, b) => a.distance - b.distance)
      return [text, asCandidates(ranked.map(({ row }) => row))]
    }),
  )
}

/** What orders take from their recipients, each by id. Locked in the order of their ids until the commit. */
export async function deliveryDefaultsOf(
  tx: Transaction,
  clientId: string,
  ids: readonly string[],
): Promise<Map<string, ReturnType<typeof defaultsOf>>> {
  const rows = await tx.rows(deliveriesOf(clientId, [...new Set(ids)].sort()))
  return new Map(rows.map((row) => [row.id, defaultsOf(row)]))
}

/** The contact of an order is the name and the phone of its recipient. */
export function defaultsOf({ name, phone, delivery_address, delivery_city, delivery_province }: DeliveryRow) {
  const contact = phone === null ? name : `${name}, ${phone}`
  return { delivery_address, delivery_city, delivery_province, delivery_contact: contact }
}
