import { one, overviewKey, portal, rows } from '../../shared/api.ts'

export const overviewQuery = one(overviewKey, (options) => portal.overview.get({}, options))

export const latestTransaction = one(['account', 'latest'], (options) =>
  portal.transactions.list({ limit: 1 }, options),
)

/** The same events, whole and with filters. */
export const activity = (filters: Record<string, unknown>) => rows(['events'], portal.events.list, filters)

/** Fetches more events than are shown, because several events of one cause become one line. */
export const latestEvents = one(['events', 'latest'], (options) => portal.events.list({ limit: 60 }, options))
