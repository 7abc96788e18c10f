// What the supervisor and its processes ask each other over Node's IPC channel, and what it tells them when they start.
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { LimitRequest } from '../../http/admission/limits/limiter.ts'
import type { SharedDecision } from '../../http/admission/limits/supervised.ts'

/** The metrics of one process, as prom-client exports them. */
export type MetricsSnapshot = MetricObjectWithValues<MetricValue<string>>[]

type Question<Given, Answer> = { given: Given; answer: Answer }
export type Questions = Record<string, Question<unknown, unknown>>

/** Questions of a process to its supervisor. */
export type QuestionsOfProcess = {
  /** The process serves; the answer is only that it was heard. */
  ready: Question<Ready, null>
  take: Question<readonly LimitRequest[], SharedDecision[]>
  release: Question<LimitRequest, null>
  /** The metrics of all processes as text, given those of the process that was scraped. */
  metrics: Question<MetricsSnapshot, string>
  /** What prevents the other processes from working. */
  faults: Question<null, string[]>
}

/** Questions of the supervisor to a process. */
export type QuestionsOfSupervisor = {
  metrics: Question<null, MetricsSnapshot>
  faults: Question<null, string[]>
  stop: Question<null, null>
}

export type Ready = { url: string; opsUrl: string | null }

// Which of the processes this is. The supervisor passes it in the environment, because it is needed from the first log line on.
const name = 'ANDEN_FLEET_PLACE'

export type Place = {
  /** Counted from 1. A process that replaces another has its number. */
  number: number
  /** Size of the pool of database connections. */
  maxConnections: number
}

export const placeInFleet = (place: Place): Record<string, string> => ({ [name]: JSON.stringify(place) })

/** null: the process was not started by a supervisor. */
export function ownPlace(environment: Record<string, string | undefined>): Place | null {
  const text = environment[name]
  return text === undefined ? null : (JSON.parse(text) as Place)
}
