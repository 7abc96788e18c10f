import type { Transaction } from '@anden/sdk'
import { type ExportSource, one, portal } from '../../shared/api.ts'
import { startOfDay } from '../../ui/format.ts'

export const balanceQuery = one(['account', 'balance'], (options) => portal.balance.get({}, options))

/** All entries of a month, oldest first. */
export const entriesOf = (month: string) =>
  one(['account', 'entries', month], async (options) => {
    const entries: Transaction[] = []
    for await (const entry of portal.transactions.list(spanOf(month), options)) entries.push(entry)
    return entries.reverse()
  })

export const exportOf = (month: string): ExportSource => ({
  csv: (options) => portal.transactions.list(spanOf(month), options).csv(),
  sheet: (choice, options) => portal.transactions.export({ ...spanOf(month), ...choice }, options),
})

/** The instants between which the month lies in the warehouse's time zone. */
function spanOf(month: string) {
  return { from: startOfDay(`${month}-01`), to: startOfDay(`${monthAfter(month)}-01`) }
}

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 7)
}
