// Access to the data: the portal's client, and queries whose key begins with the live topic that invalidates them.
import type { Language } from '@anden/contract'
import { Anden, AndenError, type CallOptions, etagCache, type ListCall } from '@anden/sdk'
import {
  infiniteQueryOptions,
  MutationCache,
  QueryCache,
  QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { isEndOfSession } from '../ui/problem-texts.ts'
import { sharedState } from '../ui/shared-state.ts'
import { environmentHeaders } from './environment.ts'
import { inspectionEnded, inspectionHeaders } from './inspected.ts'

/** The topics of the live stream, and the kinds of data that only this page changes. */
type Topic =
  | 'stock'
  | 'orders'
  | 'picking'
  | 'remitos'
  | 'trips'
  | 'inbound'
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

/**
 * The live stream never ends. With the default, high priority of a fetch it would compete with the page's reads, and
 * tools that measure a page would wait forever for its important requests to finish.
 */
export const fetchStreamLast: typeof fetch = (input, init) =>
  fetch(input, isLiveStream(init) ? { ...init, priority: 'low' } : init)

const isLiveStream = (init: RequestInit | undefined) =>
  new Headers(init?.headers).get('accept') === 'text/event-stream'

/** Caches responses by ETag, so that unchanged data costs a 304 instead of a second transfer. */
export const portalOptions = {
  cache: etagCache(),
  retries: 2,
  deadlineMs: 20_000,
  headers: { ...inspectionHeaders, ...environmentHeaders },
  fetch: fetchStreamLast,
}

export const portal = new Anden(portalOptions)

/**
 * Whether the session has ended while a page was open. The page stays as it is, and a dialog asks the user to sign in
 * again.
 */
export const sessionEnded = sharedState(false)

export const isEndOfInspection = (error: unknown) =>
  error instanceof AndenError && error.code === 'auth/inspection-required'

/**
 * Whether that session will not be resumed: it was ended, or its user was removed, or the client is suspended. Then nothing of
 * the page stays. A session that only expired leaves the page as it is.
 */
export const sessionGone = sharedState(false)

export function noteEndOfSession(error: unknown): void {
  if (isEndOfSession(error) && !sessionEnded.get()) {
    sessionEnded.set(true)
    void clearUnlessExpired()
  }
  if (isEndOfInspection(error)) inspectionEnded.set(true)
}

/** If the service cannot be asked, the page stays. */
async function clearUnlessExpired(): Promise<void> {
  const options = await portal.auth.getOptions({}).catch(() => null)
  if (options && options.signed_in === null && !options.session_expired) sessionGone.set(true)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteEndOfSession }),
  mutationCache: new MutationCache({ onError: noteEndOfSession }),
  defaultOptions: {
    queries: {
      // The live stream reports when data is stale. Data that no page shows is fetched again when it is next shown.
      staleTime: 30_000,
      gcTime: 15 * 60_000,
      // The SDK already retries what is safe to retry.
      retry: false,
      refetchOnWindowFocus: false,
    },
    // Without a connection a request fails and says so, instead of being sent at some later time.
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** A query for a single object. */
export function one<Data>(queryKey: QueryKey, get: (options: CallOptions) => PromiseLike<Data>) {
  return queryOptions({ queryKey, queryFn: async ({ signal }) => await get({ signal }) })
}

/** What a route gives the loader of a page that shows one object. */
export type ById = { params: { id: string } }

/**
 * For the loader of a route: the read starts when a link to the page is hovered or followed. The page does not wait for
 * it, but shows at once what it has.
 */
export function startReading<Data>(query: ReturnType<typeof one<Data>>): void {
  void queryClient.prefetchQuery(query)
}

export type Rows<Row> = ReturnType<typeof rows<Row, PageQuery>>

/** How a file for people is to be. `lines`: one row per line of each order or remito. */
export type SheetChoice = { format: 'xlsx' | 'csv'; language: Language; rows?: 'lines' }

/** Where a list is exported from, whole and with its filters. */
export type ExportSource = {
  /** The columns of the API, for programs. */
  csv: (options: CallOptions) => Promise<ReadableStream<Uint8Array>>
  /** For people; null: the list has none. */
  sheet: ((choice: SheetChoice, options: CallOptions) => PromiseLike<ReadableStream<Uint8Array>>) | null
  hasLines?: boolean
}

/** The route that exports a list for people. */
type SheetRoute<Filters> = {
  read: (query: Filters & SheetChoice, options: CallOptions) => PromiseLike<ReadableStream<Uint8Array>>
  hasLines?: boolean
}

/** A query for a paginated list, which can also be exported whole. */
export function rows<Row, Query extends PageQuery>(
  key: QueryKey,
  list: (query: Query, options: CallOptions) => ListCall<Row, RowPage<Row>>,
  filters: Omit<Query, keyof PageQuery>,
  sheet: SheetRoute<Omit<Query, keyof PageQuery>> | null = null,
) {
  const pageAt = (page: PageQuery) => ({ ...filters, ...page }) as Query
  const exported: ExportSource = {
    csv: (options) => list(pageAt({}), options).csv(),
    sheet: sheet && ((choice, options) => sheet.read({ ...filters, ...choice }, options)),
    hasLines: sheet?.hasLines ?? false,
  }
  return {
    pages: pagesOf([...key, 'rows', filters], (page, options) => list(pageAt(page), options)),
    ...exported,
  }
}

const pagesOf = <Row>(
  queryKey: QueryKey,
  read: (page: PageQuery, options: CallOptions) => PromiseLike<RowPage<Row>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<RowPage<Row>> =>
      await read({ limit: rowsPerPage, ...(pageParam ? { cursor: pageParam } : {}) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page: RowPage<Row>) => (page.has_more ? page.next_cursor : null),
  })

/** A query for a short list without pages. */
export function allRows<Row>(
  key: QueryKey,
  list: (query: Record<string, never>, options: CallOptions) => ListCall<Row, { data: Row[] }>,
): Rows<Row> {
  return {
    pages: pagesOf([...key, 'rows', {}], async (_, options) => {
      const { data } = await list({}, options)
      return { data, next_cursor: null, has_more: false }
    }),
    csv: (options) => list({}, options).csv(),
    sheet: null,
  }
}

/** Topics that a change invalidates besides its own. */
const alsoOld: Partial<Record<string, readonly Topic[]>> = {
  stock: ['events', 'traces', 'picking'],
  orders: ['events', 'traces', 'picking', 'trips'],
  trips: ['orders'],
  remitos: ['events'],
  inbound: ['events'],
  account: ['events'],
  destinatarios: ['traces'],
  webhooks: ['events'],
} satisfies Partial<Record<Topic, readonly Topic[]>>

export const overviewKey = ['session', 'overview'] as const
export const sandboxKey = ['session', 'sandbox'] as const

/**
 * Ids of objects deleted in this tab. Their page stays visible for a moment, in which the live stream may report the
 * change.
 */
const deleted = new Set<unknown>()

/** Stops all reads of the object, unless deleting it fails. */
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
  const topics = [topic, ...(alsoOld[topic] ?? [])]
  const isThere = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    !queryKey.some((part) => deleted.has(part))
  for (const one of topics) void queryClient.invalidateQueries({ queryKey: [one], predicate: isThere })
  void queryClient.invalidateQueries({ queryKey: overviewKey })
  // Its use and its day. Pages of live data have not read it.
  void queryClient.invalidateQueries({ queryKey: sandboxKey })
}
