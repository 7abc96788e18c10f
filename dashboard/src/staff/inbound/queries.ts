import { openInboundStatuses } from '@anden/contract/values'
import type { StaffInboundNotice } from '@anden/sdk/backoffice'
import { one, rows } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import '../../shared/inbound/problems.ts'
import '../problems.ts'
import { dayAfter } from '../../ui/format.ts'

export const staffNoticeList = (filters: Record<string, unknown>) =>
  rows(['inbound', 'staff'], backoffice.inbound.list, filters, {
    read: backoffice.inbound.export,
    hasLines: true,
  })

export const staffNoticeById = (id: string) =>
  one(['inbound', 'staff', id], (options) => backoffice.inbound.get(id, {}, options))

/** More than these are shown by the list. */
const mostShown = 200
const lastOfWeek = 6

type Options = { signal?: AbortSignal | undefined }

async function listed(filters: Parameters<typeof backoffice.inbound.list>[0], options: Options) {
  const notices: StaffInboundNotice[] = []
  for await (const notice of backoffice.inbound.list({ ...filters, limit: 100 }, options)) {
    if (notices.length === mostShown) return { notices, hasMore: true }
    notices.push(notice)
  }
  return { notices, hasMore: false }
}

/** What is expected in the week that begins on this day, whatever has become of it. */
export const noticesOfWeek = (monday: string) =>
  one(['inbound', 'staff', 'week', monday], (options) =>
    listed({ expected_from: monday, expected_to: dayAfter(monday, lastOfWeek) }, options),
  )

/** What was expected before this day, and is not received yet. */
export const overdueNotices = (day: string) =>
  one(['inbound', 'staff', 'overdue', day], (options) =>
    listed({ status: [...openInboundStatuses], expected_to: dayAfter(day, -1) }, options),
  )
