// A scenario: variants that serve the same requests, each compared with another one.
import type { BenchDatabase } from '../database.ts'
import type { Figure } from '../figures.ts'
import type { Target } from '../load.ts'
import type { Options } from '../options.ts'
import type { RunScope } from '../run-scope.ts'

export type Scenario = {
  name: string
  about: string
  prepare(scope: RunScope, database: BenchDatabase, connections: number): Promise<PreparedScenario>
}

export type PreparedScenario = {
  variants: readonly Variant[]
  /** Throws unless all variants return the same responses. Runs before the first round and after the last. */
  verify(): Promise<void>
}

export type Variant = {
  name: string
  target: Target
  serverPid: number
  /** The name of the variant that this one is compared with, within the same round. */
  comparedTo: string
  /** The minimum ratio to meet the goal. */
  goal?: number
  /** Further goals, each compared with another variant. */
  otherGoals?: readonly { comparedTo: string; goal: number }[]
  /** Writes that run during the measurement. */
  writes?: Writes
  /** Every response should differ from the previous one for the same key; the share that did is reported. */
  changing?: boolean
}

export type Writes = {
  /** The backend of the writer's connection, whose CPU time does not count as the server's. */
  backendPid: number
  start(): void
  /** Returns the transactions committed per second since the start. */
  stop(): Promise<number>
}

// A scenario that does not compare HTTP servers. It has its own measurement, and reports tables.

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
