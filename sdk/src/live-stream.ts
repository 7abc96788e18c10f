// The live stream: which topics have changed. It connects again by itself, and resumes where it was.

import type { CallOptions } from './options.ts'
import { type ApiAccess, readStream, request } from './request.ts'
import { patientRetries } from './send.ts'
import { pause } from './time-limit.ts'

export interface LiveOptions extends Pick<CallOptions, 'signal' | 'headers'> {
  /** Resume after this event: what has changed since then is reported first. */
  lastEventId?: string | undefined
  /** The stream is open: whatever changes from now on is reported. Called again after each reconnection. */
  onOpen?: (() => void) | undefined
  /** The service cannot be reached. Called after each attempt to connect that fails, until one succeeds. */
  onLost?: (() => void) | undefined
}

/**
 * An endless list of changes. It reconnects while the service is away, and ends when its signal is aborted.
 *
 *     for await (const { topic } of anden.live()) if (topic === 'stock') await refreshStock()
 */
export interface LiveStream<Change> extends AsyncIterable<Change> {
  readonly lastEventId: string | undefined
}

/** The service sends a heartbeat every 15 seconds. A connection without any is broken. */
const silenceMs = 45_000
const connectMs = 30_000
const minReconnectMs = 500
const reconnectJitterMs = 1_500

export function openLive<Change>(api: ApiAccess, options: LiveOptions = {}): LiveStream<Change> {
  const { signal, headers, onOpen, onLost } = options
  let { lastEventId } = options

  async function connect(connected: AbortSignal): Promise<ReadableStream<Uint8Array>> {
    const resumed: Record<string, string> = lastEventId === undefined ? {} : { 'last-event-id': lastEventId }
    const input = {
      method: 'GET',
      path: '/live',
      accept: 'text/event-stream',
      isStream: true,
      headers: resumed,
    }
    const call = { signal: connected, timeoutMs: connectMs, retries: 0, ...(headers && { headers }) }
    return (await request(api, input, call, readStream)).data
  }

  /** One connection, until it ends or breaks. */
  async function* connection(opened: () => void): AsyncGenerator<Change, void, undefined> {
    const connected = new AbortController()
    const disconnect = () => connected.abort()
    signal?.addEventListener('abort', disconnect)
    let silence: ReturnType<typeof setTimeout> | undefined
    try {
      const chunks = await connect(connected.signal)
      opened()
      silence = setTimeout(disconnect, silenceMs)
      for await (const { id, data } of serverSentEvents(chunks)) {
        clearTimeout(silence)
        silence = setTimeout(disconnect, silenceMs)
        lastEventId = id ?? lastEventId
        if (data) yield JSON.parse(data)
      }
    } finally {
      clearTimeout(silence)
      signal?.removeEventListener('abort', disconnect)
      disconnect()
    }
  }

  async function* changes(): AsyncGenerator<Change, void, undefined> {
    const retries = patientRetries(signal)
    while (!signal?.aborted) {
      let isOpen = false
      const opened = () => {
        isOpen = true
        retries.succeeded()
        onOpen?.()
      }
      try {
        yield* connection(opened)
      } catch (error) {
        // A connection that breaks later is like one that ends: the service may be restarting.
        if (!isOpen) {
          if (!signal?.aborted) onLost?.()
          await retries.failed(error)
        }
      }
      if (isOpen) await pause(minReconnectMs + Math.random() * reconnectJitterMs, signal)
    }
  }

  return {
    get lastEventId() {
      return lastEventId
    },
    [Symbol.asyncIterator]: changes,
  }
}

// Parses a stream of server-sent events (the WHATWG HTML standard, section 9.2.6) from the chunks of a response.

type ServerSentEvent = { data: string; id: string | undefined }

/** Yields one event per block of lines, even without data: it can carry an id, or show that the stream is alive. */
async function* serverSentEvents(
  chunks: ReadableStream<Uint8Array>,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = chunks.getReader()
  const decoder = new TextDecoder()
  let unread = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      unread += decoder.decode(value, { stream: true })
      // A carriage return at the end may be the first half of a line break.
      const complete = unread.endsWith('\r') ? unread.slice(0, -1) : unread
      const blocks = complete.replace(/\r\n?/g, '\n').split('\n\n')
      unread = (blocks.pop() ?? '') + unread.slice(complete.length)
      for (const block of blocks) yield parse(block)
    }
  } finally {
    // Closes the connection if the reader stops before the stream does.
    await reader.cancel().catch(() => undefined)
  }
}

function parse(block: string): ServerSentEvent {
  const fields = block.split('\n').map((line) => /^([^:]*):? ?(.*)$/s.exec(line) ?? [])
  const values = (name: string) =>
    fields.filter(([, field]) => field === name).map(([, , value = '']) => value)
  return { data: values('data').join('\n'), id: values('id').at(-1) }
}
