// Questions and answers over an IPC channel, in both directions. A question whose answer does not come in time, or whose
// other side has exited, is answered with undefined: nobody may wait for a process that is gone.
import type { MetricObjectWithValues, MetricValue } from 'prom-client'
import type { LimitRequest } from '../../http/admission/limits/limiter.ts'
import type { SharedDecision } from '../../http/admission/limits/supervised.ts'

/** One end of the channel: `process`, or the supervisor's view of a child. */
export type ChannelEnd = {
  readonly connected: boolean
  send?(message: object, handle: undefined, options: undefined, done: (error: Error | null) => void): boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
  once(event: 'disconnect', listener: () => void): unknown
}

export type Answers<Asked extends Questions> = {
  [Name in keyof Asked]?: (
    given: Asked[Name]['given'],
  ) => Asked[Name]['answer'] | Promise<Asked[Name]['answer']>
}

export type Channel<Asking extends Questions> = {
  ask<Name extends keyof Asking & string>(
    name: Name,
    given: Asking[Name]['given'],
    timeoutMs: number,
  ): Promise<Asking[Name]['answer'] | undefined>
}

type Message = { anden: 'question'; id: number; name: string; given: unknown } | Answer
type Answer = { anden: 'answer'; id: number; value: unknown }

export function openChannel<Asking extends Questions, Asked extends Questions>(
  end: ChannelEnd,
  answers: Answers<Asked>,
): Channel<Asking> {
  const waiting = new Map<number, (value: unknown) => void>()
  let lastId = 0

  // The callback is needed: without one, an error is emitted on the process and would crash it.
  const send = (message: Message) => {
    if (end.connected) end.send?.(message, undefined, undefined, () => {})
  }

  async function answer(id: number, name: string, given: unknown): Promise<void> {
    const find = answers[name] as ((given: unknown) => unknown) | undefined
    // Called within: `then` without a function would resolve with the question itself.
    const value = await Promise.resolve(given)
      .then((question) => find?.(question))
      .catch(() => undefined)
    send({ anden: 'answer', id, value })
  }

  const settle = (id: number, value: unknown) => {
    waiting.get(id)?.(value)
    waiting.delete(id)
  }

  end.on('message', (received) => {
    const message = received as Message | null
    if (message?.anden === 'question') void answer(message.id, message.name, message.given)
    else if (message?.anden === 'answer') settle(message.id, message.value)
  })
  end.once('disconnect', () => {
    for (const id of [...waiting.keys()]) settle(id, undefined)
  })

  return {
    ask(name, given, timeoutMs) {
      if (!end.connected) return Promise.resolve(undefined)
      lastId += 1
      const id = lastId
      return new Promise((resolve) => {
        const timer = setTimeout(() => settle(id, undefined), timeoutMs)
        waiting.set(id, (value) => {
          clearTimeout(timer)
          resolve(value as never)
        })
        send({ anden: 'question', id, name, given })
      })
    },
  }
}

// What the supervisor and its processes ask each other over Node's IPC channel, and what it tells them when they start.

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
