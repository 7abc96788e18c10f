// Questions and answers over an IPC channel, in both directions. A question whose answer does not come in time, or whose
// other side has exited, is answered with undefined: nobody may wait for a process that is gone.
import type { Questions } from './messages.ts'

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
