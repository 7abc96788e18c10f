import type { LoggedRequest } from '@anden/sdk'
import { one, portal, rows } from '../../../shared/api.ts'

export const requestList = (filters: Record<string, unknown>) =>
  rows(['requests'], portal.requests.list, filters)

/** null if the request is not in the log, or no longer. */
export const requestById = (requestId: string) =>
  one(['requests', requestId], async (options): Promise<LoggedRequest | null> => {
    const { data } = await portal.requests.list({ request_id: requestId, limit: 1 }, options)
    return data[0] ?? null
  })
