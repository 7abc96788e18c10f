// Sends many requests at once, in a different order each time.
import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import type { HttpAnswer } from './http.ts'

type Any = HttpAnswer<ReturnType<typeof JSON.parse>>

/** `201`, or `409 orders/invalid-transition`. */
export function outcome({ status, body }: Any): string {
  const code = String(body?.type ?? '').split('/errors/')[1]
  return code ? `${status} ${code}` : `${status}`
}

/** How often each outcome occurred. */
export function tally(answers: readonly Any[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const answer of answers) counts[outcome(answer)] = (counts[outcome(answer)] ?? 0) + 1
  return counts
}

/** The responses, in the order of the requests, whichever was sent first. All are sent within `spreadMs`. */
export async function race(requests: readonly (() => Promise<Any>)[], spreadMs = 6): Promise<Any[]> {
  const answers: Any[] = []
  await Promise.all(
    shuffled(requests.map((send, index) => ({ send, index }))).map(async ({ send, index }) => {
      await delay(Math.random() * spreadMs)
      answers[index] = await send()
    }),
  )
  return answers
}

export function expectOnly(answers: readonly Any[], allowed: readonly string[]) {
  const others = answers.filter((answer) => !allowed.includes(outcome(answer)))
  expect(others.map((answer) => `${answer.status} ${answer.text}`)).toEqual([])
}

export function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

/** Repeats the race. Each round must leave a consistent state. */
export async function rounds(count: number, round: (number: number) => Promise<void>) {
  for (let number = 0; number < count; number++) await round(number)
}

export const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index))
