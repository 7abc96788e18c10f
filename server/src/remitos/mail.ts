// Mails a remito to its recipient, with its PDF and its link: when the staff share it, and by itself at every step to in_transit of
// clients that have switched it on. The mail is composed when it is sent, so that neither PDF nor token is in the queue.
import type { SharedRemito } from '@anden/contract'
import { normalLine } from '@anden/contract/values'
import { recordAudit } from '../audit/record.ts'
import { sql } from '../db/sql.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author, Deps } from '../deps.ts'
import { enqueue, type Jobs } from '../mail/queue.ts'
import { type Mail, nameInMail } from '../mail/transport.ts'
import { throwProblem } from '../problem.ts'
import { remitoLinks } from './link.ts'
import { renderedRemito } from './pdf/route.ts'

type MailDeps = Pick<Deps, 'db' | 'documents' | 'warehouse' | 'secrets' | 'baseUrl'>

type RemitoToMail = {
  client_id: string
  client_name: string
  number: string
  status: 'issued' | 'voided'
  order_number: string | null
  recipient: string
  email: string | null
}

const remitoToMail = (id: string) =>
  sql<RemitoToMail>`
    select remitos.client_id, clients.name as client_name, remitos.remito_number[1] as number, remitos.status,
      orders.order_number, coalesce(destinatarios.name, remitos.recipient ->> 'name', clients.name) as recipient,
      destinatarios.email
    from remitos
    join clients on clients.id = remitos.client_id
    left join orders on orders.client_id = remitos.client_id and orders.id = remitos.source_order_id
    left join destinatarios on destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
    where remitos.id = ${id} and remitos.type = 'egreso'`

const fillLink = (id: string, hash: Buffer) =>
  sql`update remitos set link_hash = ${hash} where id = ${id} and link_hash is null`

export async function shareRemito(
  tx: Transaction,
  by: Author,
  { secrets, baseUrl }: Pick<Deps, 'secrets' | 'baseUrl'>,
  id: string,
  given: string | null,
): Promise<SharedRemito> {
  const remito = (await tx.maybeOne(remitoToMail(id))) ?? throwProblem('remitos/not-found')
  const links = remitoLinks({ secrets })
  // One from before there were links, if the worker has not reached it yet.
  tx.pipeline(fillLink(id, links.hashOf(id)))
  const to = given ?? remito.email
  if (to !== null) await enqueue(tx, 'remito', { remito_id: id, to })
  recordAudit(tx, by, {
    clientId: remito.client_id,
    action: 'remitos.share',
    subjectId: id,
    after: { mailed_to: to },
  })
  return { url: baseUrl() + links.pathOf(id), mailed_to: to }
}

/**
 * Of clients that have switched it on, for recipients with an address. Each recipient is read by its id (`limit`): where few have
 * an address, a plan that begins with those reads all recipients of the warehouse to find them.
 */
export const enqueueRemitos = (orderIds: readonly string[]) =>
  sql`
    select graphile_worker.add_job('remito', json_build_object('remito_id', remitos.id, 'to', recipient.email))
    from orders
    join clients on clients.id = orders.client_id and clients.mail_remitos
    cross join lateral (
      select email from destinatarios
      where destinatarios.client_id = orders.client_id and destinatarios.id = orders.destinatario_id
      limit 1
    ) recipient
    join remitos on remitos.client_id = orders.client_id and remitos.source_order_id = orders.id
      and remitos.status = 'issued'
    where orders.id = any(${orderIds}::uuid[]) and recipient.email is not null`

/** null: it was voided meanwhile. */
export async function mailOfRemito(deps: MailDeps, { remito_id, to }: Jobs['remito']): Promise<Mail | null> {
  const remito = await deps.db.maybeOne(remitoToMail(remito_id))
  if (!remito || remito.status === 'voided') return null
  const { bytes, fileName } = await renderedRemito(deps, remito_id)
  const url = deps.baseUrl() + remitoLinks(deps).pathOf(remito_id)
  const sender = deps.warehouse.name ?? 'El depósito'
  const order = remito.order_number ? ` del pedido ${remito.order_number}` : ''
  return {
    to,
    aboutClient: remito.client_id,
    subject: normalLine(`Remito ${remito.number} · ${nameInMail(remito.client_name)}`),
    text: `Hola, ${nameInMail(remito.recipient)}:

${nameInMail(sender)} te envía el remito ${remito.number}${order}, por cuenta y orden de ${nameInMail(remito.client_name)}. Va adjunto en PDF.

Cuando llegue la mercadería, podés conformarla desde el celular, sin usuario ni contraseña:

${url}

Ahí indicás qué recibiste y qué falta o llegó dañado. Quien tenga este enlace puede hacerlo: compartilo sólo con quien recibe.
`,
    attachments: [{ filename: fileName, content: bytes, contentType: 'application/pdf' }],
  }
}
