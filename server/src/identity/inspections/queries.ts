import type { Inspection } from '@anden/contract'
import { sql } from '../../db/sql.ts'
import type { Topic } from '../../http/reads/versioned-rows.ts'

type NewInspection = { id: string; sessionId: string; clientId: string; expiresAt: string }

/** If this session already inspects the client, only the end is moved. */
export const openInspection = ({ id, sessionId, clientId, expiresAt }: NewInspection) =>
  sql<Inspection>`
    insert into client_inspections (id, session_id, client_id, expires_at)
    values (${id}, ${sessionId}, ${clientId}, ${expiresAt})
    on conflict (session_id, client_id) do update set expires_at = excluded.expires_at
    returning client_id, (
      select clients.name from clients where clients.id = client_inspections.client_id
    ) as client_name, expires_at`

export type InspectedClient = {
  inspection_id: string
  expires_at: string
  id: string
  name: string
  cuit_dni: string | null
  email: string
  version: string | null
}

/** The client, with the version of the topic that is about to be read; no row if this session does not inspect it. */
export const inspectedClient = (clientId: string, sessionId: string, topic: Topic | null, now: string) =>
  sql<InspectedClient>`
    select i.id as inspection_id, i.expires_at, c.id, c.name, c.cuit_dni, c.email,
      (select v.version::text from client_versions v where v.client_id = c.id and v.topic = ${topic}) as version
    from client_inspections i
    join clients c on c.id = i.client_id
    where i.client_id = ${clientId} and i.session_id = ${sessionId} and i.expires_at > ${now}`
