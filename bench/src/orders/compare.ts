// Compares how long pages take to read, one request at a time, relative to the first of them.
import type { Db } from '../../../server/src/db/database.ts'
import { sql } from '../../../server/src/db/sql.ts'
import { type Figure, ratioFigure } from '../figures.ts'
import type { Options } from '../options.ts'
import { rotated } from '../rounds.ts'
import type { RunScope } from '../run-scope.ts'
import type { Table } from '../scenarios/scenario.ts'
import { median } from '../statistics.ts'
import type { Orderer } from './fill.ts'

/** `goal` is the maximum ratio to the first page. */
export type ReadPage = { name: string; orderer: Orderer; url: string; goal: number }

const plan = { warmupReads: 100, readsPerRound: 200 }

export async function comparePages(
  scope: RunScope,
  db: Db,
  pages: readonly ReadPage[],
  { rounds }: Pick<Options, 'rounds'>,
  { scenario, column }: { scenario: string; column: string },
): Promise<{ tables: Table[]; figures: Figure[] }> {
  const read = ({ url, orderer }: ReadPage, count: number) => medianReadMs(db, url, orderer, count)
  const taken = new Map<ReadPage, number[]>(pages.map((page) => [page, []]))
  for (const page of pages) await read(page, plan.warmupReads)
  for (let round = 0; round < rounds; round++) {
    scope.log(`round ${round + 1}/${rounds}`)
    for (const page of rotated(pages, round)) taken.get(page)?.push(await read(page, plan.readsPerRound))
  }
  const [first] = pages
  const base = first ? (taken.get(first) ?? []) : []
  const ratios = (page: ReadPage) => (taken.get(page) ?? []).map((ms, round) => ms / (base[round] ?? 0))
  const row = (page: ReadPage) => [
    page.name,
    median(taken.get(page) ?? []).toFixed(2),
    page === first ? '1' : `${median(ratios(page)).toFixed(2)} ×`,
    page === first ? '' : `≤ ${page.goal} ×`,
  ]
  return {
    tables: [{ columns: [column, 'median ms', 'ratio', 'goal'], rows: pages.map(row) }],
    figures: pages
      .filter((page) => page !== first)
      .map((page) =>
        ratioFigure(`${scenario}: ${page.name}`, first?.name ?? '', ratios(page), { atMost: page.goal }),
      ),
  }
}

/** The median time of several reads. The page changes before each read, so that none is served from the cache. */
async function medianReadMs(
  db: Db,
  url: string,
  { clientId, token }: Orderer,
  count: number,
): Promise<number> {
  const latencies: number[] = []
  for (let i = 0; i < count; i++) {
    await db.run(sql`
      update client_versions set version = version + 1 where client_id = ${clientId} and topic = 'orders'`)
    const start = performance.now()
    const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    await response.text()
    if (response.status !== 200) throw new Error(`${url} answers ${response.status}`)
    latencies.push(performance.now() - start)
  }
  return median(latencies)
}
