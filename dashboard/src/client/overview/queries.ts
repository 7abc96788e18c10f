import { openInboundStatuses } from '@anden/contract/values'
import { one, overviewKey, portal, rows } from '../../shared/api.ts'
import { dayAfter, realToday, startOfDay } from '../../ui/format.ts'

export const overviewQuery = one(overviewKey, (options) => portal.overview.get({}, options))

export const latestTransaction = one(['account', 'latest'], (options) =>
  portal.transactions.list({ limit: 1 }, options),
)

/** The same events, whole and with filters. */
export const activity = (filters: Record<string, unknown>) => rows(['events'], portal.events.list, filters)

/** Fetches more events than are shown, because several events of one cause become one line. */
export const latestEvents = one(['events', 'latest'], (options) => portal.events.list({ limit: 60 }, options))

const weeksShown = 4
const differencesShown = 5

/** Of remitos that were issued in the last weeks. */
export const latestDifferences = () =>
  one(['remitos', 'differences', realToday()], (options) =>
    portal.remitos.list(
      {
        accepted: 'differences',
        from: startOfDay(dayAfter(realToday(), -7 * weeksShown)),
        limit: differencesShown,
      },
      options,
    ),
  )

const mostOpen = 100

/** Notices whose goods are expected or being received. */
export const openNotices = one(['inbound', 'open'], async (options) => {
  const filters = { status: [...openInboundStatuses], limit: mostOpen }
  const { data, has_more } = await portal.inbound.list(filters, options)
  return { notices: data, hasMore: has_more }
})
