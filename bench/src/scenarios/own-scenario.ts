// A scenario that is not about requests and answers: it measures in its own way, and reports tables.
import type { BenchDatabase } from '../database.ts'
import type { Options } from '../options.ts'
import type { Stage } from '../stage.ts'

export type OwnScenario = {
  name: string
  about: string
  run(stage: Stage, database: BenchDatabase, options: Options): Promise<Report>
}

export type Report = { scenario: string; about: string; tables: Table[]; remarks: string[] }

export type Table = { columns: string[]; rows: string[][] }
