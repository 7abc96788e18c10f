// For the staff the rows of sandboxes do not exist. A route that names one answers as if there were none of that id.
import type { ProblemCode } from '@anden/contract'
import type { FastifyRequest } from 'fastify'
import { isLive, RowOfSandbox } from '../../db/environment.ts'
import { problem } from '../../problem.ts'
import type { Route } from './route.ts'

/** The client that the request names in its path, its query or its body. */
export function refuseNamedSandbox(route: Route, { params, query, body }: FastifyRequest): void {
  const named = [
    route.path.startsWith('/clients/:id') ? member(params, 'id') : null,
    member(query, 'client_id'),
    member(body, 'client_id'),
  ]
  const missing = notFoundOf(route)
  if (missing && named.some((id) => id !== null && isUuid.test(id) && !isLive(id))) throw problem(missing)
}

/** Does the work of a route; if it comes upon a row of a sandbox, the route answers that there is none. */
export async function hidingSandboxes<Result>(route: Route, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw error instanceof RowOfSandbox ? problem(notFoundOf(route) ?? 'routing/not-found') : error
  }
}

/** Whether a row that was read for the staff is of a sandbox. */
export const isOfSandbox = (row: unknown): boolean => {
  const clientId = member(row, 'client_id')
  return clientId !== null && !isLive(clientId)
}

const isUuid = /^[0-9a-f-]{36}$/i

const notFoundOf = ({ problems }: Route): ProblemCode | undefined =>
  problems.find((code) => code.endsWith('/not-found') || code.endsWith('-not-found'))

function member(value: unknown, name: string): string | null {
  if (typeof value !== 'object' || value === null) return null
  const found = (value as Record<string, unknown>)[name]
  return typeof found === 'string' ? found : null
}
