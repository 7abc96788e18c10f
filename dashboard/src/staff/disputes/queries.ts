import { one, rows } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import '../problems.ts'

export const disputeList = (filters: Record<string, unknown>) =>
  rows(['remitos', 'disputes'], backoffice.disputes.list, filters)

const shownOnToday = 6

export const openDisputes = one(['remitos', 'disputes', 'open'], (options) =>
  backoffice.disputes.list({ status: 'open', limit: shownOnToday }, options),
)

/** The links to its pictures are valid for an hour. */
const readAgainMs = 50 * 60_000

export const disputeById = (id: string) => ({
  ...one(['remitos', 'disputes', id], (options) => backoffice.disputes.get(id, {}, options)),
  refetchInterval: readAgainMs,
})
