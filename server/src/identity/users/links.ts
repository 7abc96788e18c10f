// Links with which a person sets a password: an invitation, or a reset. The token is derived from the link's id with a key
// that is not in the database. So the queue of mails has only the id and the database only a hash of the token, and a copy
// of the database opens no account. The library accepts both kinds of link, once each.
import { createHash, createHmac, hkdfSync } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import type { Secrets } from '../../config/secrets.ts'
import type { Transaction } from '../../db/transaction.ts'
import { enqueue, type Jobs } from '../../mail/queue.ts'
import { deleteVerifications, insertVerification } from './queries.ts'

export const validHours = { invitation: 72, reset: 1 }
export type LinkKind = keyof typeof validHours

/** `baseUrl`: the service's. */
export type LinkSettings = { secrets: Pick<Secrets, 'cursorKey'>; baseUrl: string }

/** Ends the person's earlier links. Returns the new one. */
export async function invite(
  tx: Transaction,
  { id }: { id: string },
  settings: LinkSettings,
): Promise<string> {
  const link = await replaceLinks(tx, id, settings)
  await enqueue(tx, 'sign-in-link', link.mail)
  return link.url
}

/** The same without a mail. */
export async function replaceLinks(tx: Transaction, userId: string, settings: LinkSettings) {
  await tx.run(deleteVerifications(userId))
  return createLink(tx, userId, 'invitation', settings)
}

export async function createLink(tx: Transaction, userId: string, kind: LinkKind, settings: LinkSettings) {
  const id = uuidv7()
  const identifier = identifierOf(tokenOfLink(settings, id))
  await tx.run(insertVerification({ id, identifier, userId, hours: validHours[kind] }))
  const mail: Jobs['sign-in-link'] = { link_id: id, kind, base_url: settings.baseUrl }
  return { url: linkUrl(settings, id, kind), mail }
}

/** Pages of the dashboard. The log of requests leaves their tokens out. */
export function linkUrl(settings: LinkSettings, id: string, kind: LinkKind): string {
  const token = tokenOfLink(settings, id)
  return `${settings.baseUrl}/${kind === 'invitation' ? 'welcome' : 'reset'}/${token}`
}

function tokenOfLink({ secrets }: LinkSettings, id: string): string {
  const key = Buffer.from(hkdfSync('sha256', secrets.cursorKey, 'anden', 'password link', 32))
  return createHmac('sha256', key).update(id).digest('base64url')
}

/** The identifier under which the library finds the link with this token. */
export const identifierOf = (token: string) =>
  createHash('sha256').update(`reset-password:${token}`).digest('base64url')
