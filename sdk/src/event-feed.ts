// The feed of events, followed for ever. It is the one list that shows each event exactly once and in order, including
// those whose transactions commit late. So a position in it is all that a reader has to store to miss nothing.
import type { ListEventsQuery } from './generated/portal.ts'
import type { AndenEvent, EventPage } from './generated/schemas.ts'
import type { CallOptions } from './options.ts'
import { patientRetries } from './send.ts'
import { pause } from './time-limit.ts'

export interface FollowOptions extends CallOptions {
  /** Only events of this type. A cursor is valid only with the same `type` and `from`. */
  type?: NonNullable<ListEventsQuery['type']> | undefined
  /** Without a cursor: start with events from this time on, at most 30 days ago. */
  from?: string | undefined
  /** Wait between two reads when there is nothing new. Default: 10 seconds, 360 of the 1000 reads per hour. */
  pollMs?: number | undefined
  /** End when there is nothing new, for a program that runs now and then. Default: false. */
  untilCaughtUp?: boolean | undefined
}

/**
 * A list of events, oldest first. It is endless, unless `untilCaughtUp` is set. It waits while the service is away, and
 * ends when its signal is aborted.
 *
 *     const feed = anden.events.follow(await loadCursor())
 *     for await (const event of feed) {
 *       await handle(event)
 *       await saveCursor(feed.cursor)
 *     }
 *
 * After a restart, up to one page of events (100) can come again: handle an event by its `id` only once.
 */
export interface EventFeed extends AsyncIterable<AndenEvent> {
  /** The position after every event that has been handled. Store it after each event. */
  readonly cursor: string | undefined
}

type ReadEvents = (query: ListEventsQuery, options: CallOptions) => PromiseLike<EventPage>

const pageSize = 100
const defaultPollMs = 10_000

export function followEvents(
  read: ReadEvents,
  start: string | undefined,
  options: FollowOptions = {},
): EventFeed {
  const { type, from, pollMs = defaultPollMs, untilCaughtUp, ...call } = options
  const { signal } = call
  let cursor = start

  const retries = patientRetries(signal)

  /** undefined: not available now. */
  async function nextPage(): Promise<EventPage | undefined> {
    try {
      const page = await read({ order: 'asc', limit: pageSize, type, from, cursor }, call)
      retries.succeeded()
      return page
    } catch (error) {
      await retries.failed(error)
    }
  }

  async function* events(): AsyncGenerator<AndenEvent, void, undefined> {
    while (!signal?.aborted) {
      const page = await nextPage()
      for (const [index, event] of (page?.data ?? []).entries()) {
        if (signal?.aborted) return
        // A page is the unit of the cursor: until its last event, a restart begins with the page again.
        if (index + 1 === page?.data.length) cursor = page.next_cursor ?? cursor
        yield event
      }
      if (page && !page.has_more) {
        if (untilCaughtUp) return
        await pause(pollMs, signal)
      }
    }
  }

  return {
    get cursor() {
      return cursor
    },
    [Symbol.asyncIterator]: events,
  }
}
