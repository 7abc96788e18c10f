import { sandboxIdleDays, sandboxLimits } from './environments.ts'
import { Id, Named, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'

const amounts = (examples: Record<keyof typeof sandboxLimits, number>) => ({
  orders: Type.Integer({ examples: [examples.orders] }),
  products: Type.Integer({ examples: [examples.products] }),
  file_bytes: Type.Integer({ description: 'Of attached files', examples: [examples.file_bytes] }),
})

const Day = Type.String({ format: 'date', examples: ['2026-11-19'] })

export const Sandbox = Named('Sandbox', {
  client_id: Type.String({
    ...Id,
    description: 'The account that the sandbox is: its rows have this client',
  }),
  day: Type.String({ ...Day, description: "The sandbox's own day, which can be ahead of the warehouse's" }),
  created_at: Timestamp,
  last_used_at: Type.String({ ...Timestamp, description: 'Updated at most once a minute' }),
  kept_until: Type.String({
    ...Timestamp,
    description: `Until when it is kept if nobody uses it: ${sandboxIdleDays} days after its last use. After that it may be emptied`,
  }),
  used: Named('SandboxUsage', amounts({ orders: 12, products: 38, file_bytes: 204_800 })),
  limits: Named('SandboxLimits', amounts(sandboxLimits)),
})
export type Sandbox = Static<typeof Sandbox>

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
