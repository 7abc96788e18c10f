import {
  sandboxContents,
  sandboxIdleDays,
  sandboxLimits,
  sandboxNoticeDays,
  sandboxResetStates,
} from './environments.ts'
import { Id, Named, Nullable, OneOf, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'

const amounts = (examples: Record<keyof typeof sandboxLimits, number>) => ({
  orders: Type.Integer({ examples: [examples.orders] }),
  products: Type.Integer({ examples: [examples.products] }),
  file_bytes: Type.Integer({ description: 'Of attached files', examples: [examples.file_bytes] }),
})

const Day = Type.String({ format: 'date', examples: ['2026-11-19'] })

const Content = OneOf(sandboxContents, {
  description:
    '`empty`: nothing. `products`: the products of the live account. `demo`: these with stock, recipients, orders in several states and an account',
})

export const SandboxReset = Named('SandboxReset', {
  data: Content,
  state: OneOf(sandboxResetStates),
  done: Type.Integer({ description: 'Rows that have been deleted or made', examples: [1200] }),
  total: Type.Integer({ description: 'How many there are about', examples: [4000] }),
  started_at: Timestamp,
  finished_at: Nullable(Timestamp),
  problem: Nullable(
    Type.Object(
      {
        code: Type.String({ examples: ['server/internal'] }),
        detail: Type.String({ examples: ['The reset ended before it was done. Ask for it again.'] }),
      },
      { description: 'Why it ended before it was done; null unless it has failed' },
    ),
  ),
})
export type SandboxReset = Static<typeof SandboxReset>

export const NewSandboxReset = Named('NewSandboxReset', { data: Content })
export type NewSandboxReset = Static<typeof NewSandboxReset>

const about = {
  day: Type.String({ ...Day, description: "The sandbox's own day, which can be ahead of the warehouse's" }),
  created_at: Timestamp,
  last_used_at: Type.String({ ...Timestamp, description: 'Updated at most once a minute' }),
  kept_until: Type.String({
    ...Timestamp,
    description: `Until when it is kept if nobody uses it: ${sandboxIdleDays} days after its last use. After that it may be emptied`,
  }),
  announced_at: Nullable(
    Type.String({
      ...Timestamp,
      description: `When its administrators were told that it will be emptied, at least ${sandboxNoticeDays} days before; null once it is used again`,
    }),
  ),
  emptied_at: Nullable(
    Type.String({
      ...Timestamp,
      description: 'When it was emptied because nobody used it; null once it is used again',
    }),
  ),
  reset: Nullable(SandboxReset, { description: 'The last reset; null: there was none' }),
  used: Named('SandboxUsage', amounts({ orders: 12, products: 38, file_bytes: 204_800 })),
  limits: Named('SandboxLimits', amounts(sandboxLimits)),
}

export const Sandbox = Named('Sandbox', {
  client_id: Type.String({
    ...Id,
    description: 'The account that the sandbox is: its rows have this client',
  }),
  ...about,
})
export type Sandbox = Static<typeof Sandbox>

/** As the staff sees it: its rows are not theirs. */
export const ClientSandbox = Named('ClientSandbox', {
  ...about,
  keys: Type.Integer({ description: 'Test keys that can be used', examples: [2] }),
})
export type ClientSandbox = Static<typeof ClientSandbox>

export const SandboxMail = Named('SandboxMail', {
  id: Id,
  to: Type.String({ examples: ['compras@vinoteca.example'] }),
  subject: Type.String({ examples: ['Remito X 99999-00000001 · Bodega Los Álamos'] }),
  text: Type.String({ examples: ['Hola, Vinoteca del Centro: …'] }),
  attachments: Type.Array(Type.String(), {
    description: 'The names of the files that it would have',
    examples: [['remito-X-99999-00000001.pdf']],
  }),
  created_at: Timestamp,
})
export type SandboxMail = Static<typeof SandboxMail>
