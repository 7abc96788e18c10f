// What a sandbox would have mailed: stored, and never sent.
import { uuidv7 } from 'uuidv7'
import { newestFirst, type PageRange, type TimeRange } from '../db/keyset.ts'
import { sql } from '../db/sql.ts'
import type { Letter } from '../mail/transport.ts'

export type SandboxMailRow = {
  id: string
  to: string
  subject: string
  text: string
  attachments: string[]
  created_at: string
}

export const insertSandboxMail = (clientId: string, { to, subject, text, attachments = [] }: Letter) =>
  sql`
    insert into sandbox_mails (id, client_id, sent_to, subject, body, attachments)
    values (${uuidv7()}, ${clientId}, ${to}, ${subject}, ${text}, ${attachments.map(({ filename }) => filename)}::text[])`

export const mailsNewestFirst = (clientId: string, range: TimeRange, page: PageRange) =>
  sql<SandboxMailRow>`
    select id, sent_to as to, subject, body as text, attachments, created_at
    from sandbox_mails ${newestFirst([['client_id', clientId]], range, page)}`
