// Saves two thirds of PostgreSQL's time for the lookup of a key with 64 connections (0.03 instead of 0.11 ms): what is asked for in the
// same turn of the event loop, or while enough statements are in flight, is read by one statement. No answer is older than its
// question, because the statement is sent after it.
import { countInFlight, type InFlightPolicy } from './driver/turns.ts'

export type BatchPolicy = { maxBatch: number; statements: InFlightPolicy }

type Batching<Asked, Found> = {
  /** Answers the questions in their order. */
  read: (batch: readonly Asked[]) => Promise<readonly Found[]>
  /** Questions of different groups are not read together. */
  groupOf?: (asked: Asked) => string
  /** Whether each question of the batch is read again alone, because the error may be that of another one. */
  isOfOne?: (error: unknown) => boolean
}

type Waiting<Asked, Found> = { asked: Asked; settle(found: Found): void; fail(error: unknown): void }

export function batched<Asked, Found>(
  { maxBatch, statements }: BatchPolicy,
  { read, groupOf = () => '', isOfOne = () => false }: Batching<Asked, Found>,
): (asked: Asked) => Promise<Found> {
  const groups = new Map<string, Waiting<Asked, Found>[]>()
  const inFlight = countInFlight(statements, sendWaiting)
  let isScheduled = false

  async function send(batch: readonly Waiting<Asked, Found>[]): Promise<void> {
    const finish = inFlight.start()
    try {
      const found = await read(batch.map(({ asked }) => asked))
      for (const [index, { settle }] of batch.entries()) settle(found[index] as Found)
    } catch (error) {
      if (batch.length > 1 && isOfOne(error)) for (const one of batch) void send([one])
      else for (const { fail } of batch) fail(error)
    } finally {
      finish()
    }
  }

  function sendWaiting() {
    isScheduled = false
    for (const [group, waiting] of groups) {
      if (inFlight.isFull()) return
      groups.delete(group)
      const batch = waiting.splice(0, maxBatch)
      // The rest of a group comes after the other groups, also in this loop.
      if (waiting.length > 0) groups.set(group, waiting)
      void send(batch)
    }
  }

  return (asked) =>
    new Promise((settle, fail) => {
      const group = groupOf(asked)
      const waiting = groups.get(group)
      if (waiting) waiting.push({ asked, settle, fail })
      else groups.set(group, [{ asked, settle, fail }])
      if (isScheduled || inFlight.isFull()) return
      isScheduled = true
      setImmediate(sendWaiting)
    })
}
