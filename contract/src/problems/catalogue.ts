// The catalogue of every problem that the service reports. Each entry gives the status, the title and the default
// detail of the problem document, and the text of the page behind its `type` URL.
import { acceptanceProblems } from './acceptances.ts'
import { accountProblems } from './account.ts'
import { authProblems } from './auth.ts'
import type { ProblemEntry } from './entry.ts'
import { inboundProblems } from './inbound.ts'
import { attachmentProblems, orderProblems, remitoBookProblems, remitoProblems } from './orders.ts'
import { idempotencyProblems, liveProblems, requestProblems, serverProblems } from './requests.ts'
import { returnProblems } from './returns.ts'
import { sandboxProblems } from './sandbox.ts'
import { productProblems, stockProblems } from './stock.ts'
import { driverLinkProblems, tripProblems } from './trips.ts'
import { viewProblems } from './views.ts'
import { webhookProblems } from './webhooks.ts'

export const problems = {
  ...authProblems,
  ...requestProblems,
  ...idempotencyProblems,
  ...stockProblems,
  ...remitoProblems,
  ...remitoBookProblems,
  ...acceptanceProblems,
  ...inboundProblems,
  ...returnProblems,
  ...productProblems,
  ...orderProblems,
  ...attachmentProblems,
  ...tripProblems,
  ...driverLinkProblems,
  ...accountProblems,
  ...webhookProblems,
  ...liveProblems,
  ...viewProblems,
  ...sandboxProblems,
  ...serverProblems,
}

export type ProblemCode = keyof typeof problems
export const problemEntry = (code: ProblemCode): ProblemEntry => problems[code]
