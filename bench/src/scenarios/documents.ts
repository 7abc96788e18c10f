// Measures how much printed documents slow down other reads: one client reads a page of stock, one request at a time,
// while another reads printed remitos with eight requests at a time.
import { setTimeout as delay } from 'node:timers/promises'
import { startAnden } from '../anden.ts'
import type { BenchDatabase } from '../database.ts'
import { seedRemitos } from '../documents/seed.ts'
import { ratioFigure } from '../figures.ts'
import { keyHeader } from '../load.ts'
import type { Options } from '../options.ts'
import { seedStock } from '../read-stock/seed.ts'
import { rotated } from '../rounds.ts'
import type { RunScope } from '../run-scope.ts'
import { median, percentile } from '../statistics.ts'
import type { CustomScenario, Report } from './scenario.ts'

/** There are more remitos than the cache holds, and they are read in turn, so that each read renders one. */
const plan = { readers: 8, remitos: 2_500, pageSize: 50, goal: 10 }

export const documents: CustomScenario = {
  name: 'documents',
  about: `GET /stock of one client, while another one reads PDFs, ${plan.readers} at a time`,
  run,
}

type Beside = { name: string; readers: number; remitos: readonly string[] }

async function run(scope: RunScope, database: BenchDatabase, { rounds, seconds }: Options): Promise<Report> {
  scope.log('seeding the database')
  const { clientIds, tokens } = await seedStock(database.db, 2, plan.pageSize)
  const remitos = await seedRemitos(database.db, clientIds[0] ?? '', plan.remitos)
  const anden = await startAnden(scope, database)
  const root = `${anden.url}/api/v1/portal`
  const read = async (path: string, token: string | undefined) => {
    const response = await fetch(root + path, { headers: keyHeader(token ?? '') })
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`)
    await response.arrayBuffer()
  }

  async function readFor(ms: number): Promise<number[]> {
    const taken: number[] = []
    for (const end = performance.now() + ms; performance.now() < end; ) {
      const start = performance.now()
      await read(`/stock?limit=${plan.pageSize}`, tokens[1])
      taken.push(performance.now() - start)
    }
    return taken
  }

  let nextRemito = 0
  async function measure({ readers, remitos: shown }: Beside) {
    let isOver = false
    let documentCount = 0
    const readDocuments = async () => {
      while (!isOver) {
        await read(`/remitos/${shown[nextRemito++ % shown.length]}/pdf`, tokens[0])
        documentCount += 1
      }
    }
    const reading = Promise.all(Array.from({ length: readers }, readDocuments))
    await delay(300)
    const before = documentCount
    const taken = await readFor(seconds * 1000)
    const perSecond = (documentCount - before) / seconds
    isOver = true
    await reading
    return { median: median(taken), p99: percentile(taken, 0.99), perSecond }
  }

  const variants: Beside[] = [
    { name: 'nobody', readers: 0, remitos: [] },
    { name: 'each another remito', readers: plan.readers, remitos },
    { name: 'the same remito', readers: plan.readers, remitos: remitos.slice(0, 1) },
  ]
  await readFor(1_000)
  const samples = new Map(variants.map((one) => [one.name, [] as Awaited<ReturnType<typeof measure>>[]]))
  for (let round = 0; round < rounds; round++) {
    scope.log(`round ${round + 1}/${rounds}`)
    for (const one of rotated(variants, round)) samples.get(one.name)?.push(await measure(one))
  }
  const of = ({ name }: Beside) => samples.get(name) ?? []
  const [alone, rendering] = variants as [Beside, Beside]
  const ratios = (one: Beside) =>
    of(one).map((sample, round) => sample.median / (of(alone)[round]?.median ?? 0))
  const row = (one: Beside) => [
    one.name,
    median(of(one).map((sample) => sample.perSecond)).toFixed(0),
    median(of(one).map((sample) => sample.median)).toFixed(2),
    median(of(one).map((sample) => sample.p99)).toFixed(1),
    one === alone ? '1' : `${median(ratios(one)).toFixed(2)} ×`,
  ]
  return {
    scenario: documents.name,
    about: documents.about,
    tables: [
      { columns: ['eight readers of', 'PDFs/s', 'median ms', 'p99 ms', 'ratio'], rows: variants.map(row) },
    ],
    figures: [
      ratioFigure(`GET /stock beside readers of ${rendering.name}, median`, 'alone', ratios(rendering), {
        atMost: plan.goal,
      }),
    ],
    remarks: [],
  }
}
