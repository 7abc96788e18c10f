// Whatever an agent does is a request to the portal, through the service's own routes and with the agent's own
// Authorization: credentials, scopes, limits, Idempotency-Keys, audit and log are those of any request of its key. No other
// header of the agent gets there, so a cookie has no effect.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { PortalRequest } from './tool.ts'

export type PortalAnswer = {
  status: number
  headers: Record<string, string>
  bytes: Buffer
  json(): Record<string, unknown>
}

export class NoAnswerInTime extends Error {}

export type PortalCaller = {
  send(request: PortalRequest): Promise<PortalAnswer>
  /** The latest answer: its limits are those of the agent's request. */
  latest(): PortalAnswer | null
}

/** Of one message of an agent. */
export function portalCaller(
  app: FastifyInstance,
  { headers, ip }: FastifyRequest,
  { prefix, deadline }: { prefix: string; deadline: () => AbortSignal },
): PortalCaller {
  let latest: PortalAnswer | null = null
  const passedOn = Object.fromEntries(
    ['authorization', 'accept-language', 'user-agent'].flatMap((name) =>
      headers[name] === undefined ? [] : [[name, String(headers[name])]],
    ),
  )
  return {
    latest: () => latest,
    async send({ method, path, headers: own, body }) {
      const answering = app.inject({
        method: method as 'GET',
        url: prefix + path,
        headers: {
          ...passedOn,
          ...own,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        payload: body === undefined ? undefined : JSON.stringify(body),
        remoteAddress: ip,
      })
      const response = await before(deadline(), answering)
      const { rawPayload: bytes } = response
      latest = {
        status: response.statusCode,
        headers: Object.fromEntries(
          Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
        ),
        bytes,
        json: () => JSON.parse(bytes.toString('utf8')) as Record<string, unknown>,
      }
      return latest
    },
  }
}

/** The work goes on after the deadline, as that of a request whose client has gone. */
async function before<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = () => reject(new NoAnswerInTime())
  deadline.addEventListener('abort', end, { once: true })
  try {
    return await Promise.race([work, ended])
  } finally {
    deadline.removeEventListener('abort', end)
  }
}
