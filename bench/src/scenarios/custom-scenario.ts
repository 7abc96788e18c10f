// A scenario that does not compare HTTP servers. It has its own measurement, and reports tables.
import type { BenchDatabase } from '../database.ts'
import type { Figure } from '../figures.ts'
import type { Options } from '../options.ts'
import type { RunScope } from '../run-scope.ts'

export type CustomScenario = {
  name: string
  about: string
  run(scope: RunScope, database: BenchDatabase, options: Options): Promise<Report>
}

export type Report = {
  scenario: string
  about: string
  tables: Table[]
  figures: Figure[]
  remarks: string[]
}

export type Table = { columns: string[]; rows: string[][] }
