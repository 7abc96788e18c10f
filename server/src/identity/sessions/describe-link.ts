// What a mailed link is for, and whether it still works, before somebody types a password. It takes the token in the body, so
// that no log has it.
import { LinkToken, PasswordLink } from '@anden/contract'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import { bodyValidator } from '../../http/input/validation.ts'
import { jsonSerializer, sendJson } from '../../http/wire/send-json.ts'
import { problem } from '../../problem.ts'
import { identifierOf } from '../users/links.ts'
import { personOfLinkToken } from '../users/queries.ts'
import { attemptLimits } from './attempts.ts'
import { type AuthRoute, refuseParameters } from './auth-route.ts'

export const describeLinkRoute: AuthRoute = {
  method: 'POST',
  path: '/describe-link',
  operationId: 'describeLink',
  summary: 'What a mailed link is for',
  description: 'Of an invitation or a password reset. The link can still be used afterwards.',
  body: LinkToken,
  reply: PasswordLink,
  session: 'ignored',
  problems: ['auth/invalid-link'],
}

export function describeLink(scope: FastifyInstance, deps: Pick<Deps, 'db' | 'limiter' | 'warehouse'>) {
  const limits = attemptLimits(deps)
  const validate = bodyValidator(LinkToken)
  const serialize = jsonSerializer(PasswordLink)
  scope.post(describeLinkRoute.path, async (request, reply) => {
    refuseParameters(request)
    const { token } = validate(request.body ?? null) as { token: string }
    // A token that nobody has counts as a guess.
    const attempt = await limits.guess(request.ip, null)
    const person = await deps.db.maybeOne(personOfLinkToken(identifierOf(token)))
    if (!person) throw problem('auth/invalid-link')
    await attempt.release()
    return sendJson(reply, 200, serialize({ ...person, warehouse: { name: deps.warehouse.name } }))
  })
}
