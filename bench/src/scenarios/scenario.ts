// What a scenario is: variants that answer the same requests, each compared with one of them.
import type { BenchDatabase } from '../database.ts'
import type { Target } from '../load.ts'
import type { Stage } from '../stage.ts'

export type Scenario = {
  name: string
  about: string
  prepare(stage: Stage, database: BenchDatabase, connections: number): Promise<PreparedScenario>
}

export type PreparedScenario = {
  variants: readonly Variant[]
  /** Throws unless all variants answer alike. Run before the first round and after the last. */
  verify(): Promise<void>
}

export type Variant = {
  name: string
  target: Target
  serverPid: number
  /** The name of the variant that the ratio is taken to, in the same round. */
  comparedTo: string
  /** The least ratio that it should reach. */
  goal?: number
  /** Writes that go on while it is measured. */
  writes?: Writes
  /** Every answer should differ from the one before for the same key; how many did is told. */
  changing?: boolean
}

export type Writes = {
  /** The connection that writes, whose time is not the server's. */
  backendPid: number
  start(): void
  /** Transactions committed per second since the start. */
  stop(): Promise<number>
}
