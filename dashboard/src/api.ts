// The way to the data: the portal's client, and queries whose key begins with the live topic that makes them old.
import { Anden, AndenError, type CallOptions, etagCache, type ListCall } from '@anden/sdk'
import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { inspectionEnded, inspectionHeaders } from './inspection/inspected.ts'
import { sessionEnded } from './shell/session-ended.ts'
import { fetchStreamLast } from './stream-last.ts'

/** The topics of the live stream, and kinds of data that change only by what this page itself does. */
type Topic =
  | 'stock'
  | 'orders'
  | 'remitos'
  | 'account'
  | 'destinatarios'
  | 'webhooks'
  | 'events'
  | 'requests'
  | 'keys'
  | 'users'
  | 'clients'
  | 'audit'
  | 'views'
  | 'traces'
  | 'session'

export type QueryKey = readonly [Topic, ...unknown[]]

export type RowPage<Row> = { data: Row[]; next_cursor: string | null; has_more: boolean }
type PageQuery = { limit?: number | undefined; cursor?: string | undefined }

const rowsPerPage = 100

/** Keeps answers by their ETag: what is unchanged is confirmed by a 304 instead of being sent again. */
export const portal = new Anden({
  cache: etagCache(),
  retries: 2,
  deadlineMs: 20_000,
  headers: inspectionHeaders,
  fetch: fetchStreamLast,
})

/** A wrong password or code is a 401 as well, but ends nothing. */
const endOfSessionCodes = new Set(['auth/invalid-session', 'auth/missing-credentials'])

export const isEndOfSession = (error: unknown) =>
  error instanceof AndenError && endOfSessionCodes.has(error.code)

export const isEndOfInspection = (error: unknown) =>
  error instanceof AndenError && error.code === 'auth/inspection-required'

export function noteEndOfSession(error: unknown): void {
  if (isEndOfSession(error)) sessionEnded.set(true)
  if (isEndOfInspection(error)) inspectionEnded.set(true)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteEndOfSession }),
  mutationCache: new MutationCache({ onError: noteEndOfSession }),
  defaultOptions: {
    queries: {
      // The live stream says when data is old. What is not on a page now is asked again when it is shown.
      staleTime: 30_000,
      gcTime: 15 * 60_000,
      // The SDK repeats what can be repeated.
      retry: false,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
})

/** One thing. */
export function one<Data>(queryKey: QueryKey, get: (options: CallOptions) => PromiseLike<Data>) {
  return queryOptions({ queryKey, queryFn: async ({ signal }) => await get({ signal }) })
}

export type Rows<Row> = ReturnType<typeof rows<Row, PageQuery>>

/** A list by pages, and all of it as CSV. */
export function rows<Row, Query extends PageQuery>(
  key: QueryKey,
  list: (query: Query, options: CallOptions) => ListCall<Row, RowPage<Row>>,
  filters: Omit<Query, keyof PageQuery>,
) {
  const pageAt = (page: PageQuery) => ({ ...filters, ...page }) as Query
  return {
    pages: infiniteQueryOptions({
      queryKey: [...key, 'rows', filters],
      queryFn: async ({ pageParam, signal }): Promise<RowPage<Row>> =>
        await list(pageAt({ limit: rowsPerPage, ...(pageParam ? { cursor: pageParam } : {}) }), { signal }),
      initialPageParam: '',
      getNextPageParam: (page: RowPage<Row>) => (page.has_more ? page.next_cursor : null),
    }),
    csv: (options: CallOptions) => list(pageAt({}), options).csv(),
  }
}

/** A short list that has no pages. */
export function allRows<Row>(
  key: QueryKey,
  list: (query: Record<string, never>, options: CallOptions) => ListCall<Row, { data: Row[] }>,
): Rows<Row> {
  const asPage = (options: CallOptions) => list({}, options) as unknown as ListCall<Row, RowPage<Row>>
  const whole = rows(key, (_: PageQuery, options) => asPage(options), {})
  return { ...whole, csv: (options) => asPage(options).csv() }
}

/** What a change of a topic makes old besides the lists of that topic. */
const alsoOld: Partial<Record<Topic, readonly Topic[]>> = {
  stock: ['events', 'traces'],
  orders: ['events', 'traces'],
  remitos: ['events'],
  account: ['events'],
  destinatarios: ['traces'],
  webhooks: ['events'],
}

export const overviewKey = ['session', 'overview'] as const

/** Ids of what was deleted here. Their page is still shown for a moment, in which the live stream may report the change. */
const deleted = new Set<unknown>()

/** From now on nothing about it is read again, unless it could not be deleted. */
export async function deleteShown(id: string, remove: () => Promise<unknown>): Promise<void> {
  deleted.add(id)
  try {
    await remove()
  } catch (error) {
    deleted.delete(id)
    throw error
  }
}

export function markOld(topic: string): void {
  const topics = [topic, ...(alsoOld[topic as Topic] ?? [])]
  const isThere = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    !queryKey.some((part) => deleted.has(part))
  for (const one of topics) void queryClient.invalidateQueries({ queryKey: [one], predicate: isThere })
  void queryClient.invalidateQueries({ queryKey: overviewKey })
}
