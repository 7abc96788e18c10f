// How a room declares its routes. A declaration is the single source for everything about a route (scope, topic,
// schemas, problems): validation, serialisation, the API reference, the shared tests, and the types of its handler. The
// type of the parameters comes from the path, those of query, body and reply from their schemas.
import { type OrderMode, type Page, pageOf, type Scope } from '@anden/contract'
import type { Static, TArray, TObject, TProperties, TSchema, TUndefined, TVoid } from 'typebox'
import type { SortKey } from '../../db/keyset.ts'
import type { Queryable } from '../../db/queryable.ts'
import type { Statement } from '../../db/sql.ts'
import type { Principal } from '../admission/principal.ts'
import { documentHandler } from '../reads/documents/documents.ts'
import { streamHandler } from '../reads/event-stream.ts'
import { listHandler, unpagedListHandler } from '../reads/list-handler.ts'
import type { Sheet } from '../reads/sheets/sheet.ts'
import { type SheetSource, sheetHandler } from '../reads/sheets/sheet-handler.ts'
import {
  type Parts,
  partsHandler,
  publicHandler,
  rowHandler,
  snapshotHandler,
  valueHandler,
} from '../reads/value-handler.ts'
import {
  type BatchContext,
  type BatchEntry,
  type BatchResult,
  batchHandler,
  type Outcome,
  type SingleWrite,
} from '../writes/batch-handler.ts'
import {
  type OtherReplies,
  type ReadyReply,
  type UploadContext,
  uploadHandler,
} from '../writes/upload-handler.ts'
import { writeHandler } from '../writes/write-handler.ts'
import {
  type Declared,
  type Described,
  type DescribedDocument,
  type DescribedList,
  type DescribedRow,
  type DescribedUpload,
  type DescribedWrite,
  type ListContextOf,
  listRoute,
  objectOf,
  type ParamsOf,
  routeOf,
  type Shaped,
  sheetRoute,
} from './declarations.ts'
import type {
  Api,
  Context,
  HandledRoute,
  Handler,
  ListContext,
  Method,
  Route,
  RowContext,
  SnapshotContext,
  StreamContext,
  Tools,
  WriteContext,
} from './route.ts'

export type Router<Caller extends Principal> = ReturnType<typeof createRouter<Caller>>

export function createRouter<Caller extends Principal>(api: Api) {
  const routes: HandledRoute<Caller>[] = []
  const add = (declared: Declared, handler: (route: Route, tools: Tools) => Handler<Caller>) => {
    const route = { ...routeOf(declared), public: false as const }
    routes.push({ ...route, handler: (tools) => handler(route, tools) })
  }

  const addSheet = <Params, Query, Row, Item>(
    path: string,
    declared: Omit<Parameters<typeof sheetRoute>[1], 'hasLines'>,
    source: SheetSource<ListContext<Caller, Params, Query>, Row, Item>,
  ) =>
    add(sheetRoute(path, { ...declared, hasLines: source.lines !== null }), (route, tools) =>
      sheetHandler(route, source, tools),
    )

  const value =
    (method: Method) =>
    <Path extends string, Reply extends TSchema, Body extends TSchema = TUndefined>(
      path: Path,
      declared: Described & { reply: Reply; body?: Body; bodyOptional?: boolean; status?: number },
      handle: (context: Context<Caller, ParamsOf<Path>> & { body: Static<Body> }) => Promise<Static<Reply>>,
    ) => {
      const { body = null, ...rest } = declared
      add({ ...rest, body, method, path }, (route) => valueHandler(route, handle))
    }

  const computed =
    (method: Method) =>
    <
      Path extends string,
      Reply extends TSchema,
      Body extends TSchema = TUndefined,
      Query extends TProperties = Record<never, never>,
    >(
      path: Path,
      declared: Described & { reply: Reply; body?: Body; query?: Query },
      handle: (
        context: SnapshotContext<Caller, ParamsOf<Path>, Static<TObject<Query>>, Static<Body>>,
      ) => Promise<Static<Reply>>,
    ) => {
      const { body = null, query, ...rest } = declared
      add({ ...rest, body, query: objectOf(query), method, path }, (route, tools) =>
        snapshotHandler(route, handle, tools),
      )
    }

  const write =
    (method: Method, defaultStatus: number) =>
    <
      Path extends string,
      Body extends TSchema = TUndefined,
      Reply extends TSchema = TVoid,
      Prepared = Static<Body>,
    >(
      path: Path,
      declared: DescribedWrite<Body, Reply, Prepared>,
      handle: (context: WriteContext<Caller, ParamsOf<Path>, Prepared>) => Promise<Static<Reply>>,
    ) => {
      const { location = null, prepare = null, body = null, reply = null, ...rest } = declared
      const hasLocation = location !== null
      const idempotency = method === 'POST' && api === 'backoffice' ? 'optional' : 'none'
      add(
        { status: defaultStatus, idempotency, ...rest, method, path, body, reply, hasLocation },
        (route, tools) => writeHandler(route, { handle, location, prepare }, tools),
      )
    }

  return {
    api,
    get routes(): readonly HandledRoute<Caller>[] {
      return routes
    },

    /**
     * A page of rows. The statement reads the rows of `page`, in the order of `sortKey`. Its rows must have what `sortKey`
     * and `shape` read; without `shape`, they must be items.
     */
    list<
      Path extends string,
      Filters extends TProperties,
      Item extends TSchema,
      Sortable,
      Row extends Shapeable & Sortable,
      Shapeable = Static<Item>,
    >(
      path: Path,
      declared: DescribedList<Caller, Path, Filters, Sortable> & {
        item: Item
        /** Start of a feed, which has a cursor on its last page too; null for a list that ends. */
        resume?: (query: Static<TObject<Filters>>) => SortKey | null
        /** Adds what takes further statements to the items of a page, in the same snapshot. Not with a topic. */
        complete?: (
          items: Static<Item>[],
          context: ListContextOf<Caller, Path, Filters>,
          at: Queryable,
        ) => Promise<Static<Item>[]>
      } & Shaped<Shapeable, Static<Item>> &
        WithSheets<Static<Item>, ListContextOf<Caller, Path, Filters>>,
      statement: (context: ListContextOf<Caller, Path, Filters>) => Statement<Row>,
    ) {
      const {
        sortKey,
        resume = ends,
        before = nothing,
        complete = null,
        sheet,
        lines = null,
        ...rest
      } = declared
      const shape = declared.shape ?? (asIs as (row: Shapeable) => Static<Item>)
      add(listRoute(path, { ...rest, reply: pageOf(declared.item) }), (route, tools) =>
        listHandler(route, { statement, sortKey, shape, before, resume, complete, render: null }, tools),
      )
      if (sheet) addSheet(path, rest, { statement, sortKey, shape, before, render: null, sheet, lines })
    },

    /** A list whose reply has more than the page of items. `render` reads the rest in the same snapshot. */
    listInEnvelope<
      Path extends string,
      Filters extends TProperties,
      Item extends TSchema,
      Reply extends TSchema,
      Sortable,
      Row extends Shapeable & Sortable,
      Shapeable = Static<Item>,
    >(
      path: Path,
      declared: DescribedList<Caller, Path, Filters, Sortable> & {
        item: Item
        reply: Reply
        /** Converts a row to an item, which can depend on who reads it. */
        shape?: (row: Shapeable, context: ListContextOf<Caller, Path, Filters>) => Static<Item>
      } & WithSheets<Static<Item>, ListContextOf<Caller, Path, Filters>>,
      statement: (context: ListContextOf<Caller, Path, Filters>) => Statement<Row>,
      render: (
        page: Page<Static<Item>>,
        context: ListContextOf<Caller, Path, Filters>,
        at: Queryable,
      ) => Promise<Static<Reply>>,
    ) {
      const { sortKey, before = nothing, sheet, lines = null, ...rest } = declared
      // Rows must be items if there is no shape.
      const shape = declared.shape ?? (asIs as (row: Shapeable) => Static<Item>)
      add(listRoute(path, rest), (route, tools) =>
        listHandler(
          route,
          { statement, sortKey, shape, before, resume: ends, complete: null, render },
          tools,
        ),
      )
      if (sheet) addSheet(path, rest, { statement, sortKey, shape, before, render, sheet, lines })
    },

    /** A list as a file for people whose rows come from another statement than those of the list. */
    sheet<
      Path extends string,
      Filters extends TProperties,
      Item,
      Sortable,
      Row extends Shapeable & Sortable,
      Shapeable = Item,
    >(
      path: Path,
      declared: DescribedList<Caller, Path, Filters, Sortable> & {
        shape: (row: Shapeable) => Item
        sheet: Sheet<Item, ListContextOf<Caller, Path, Filters>>
      },
      statement: (context: ListContextOf<Caller, Path, Filters>) => Statement<Row>,
    ) {
      const { sortKey, shape, before = nothing, sheet, ...rest } = declared
      addSheet(path, rest, { statement, sortKey, shape, before, render: null, sheet, lines: null })
    },

    /** A short list that is not paged. */
    unpagedList<Path extends string, Item extends TSchema>(
      path: Path,
      declared: Described & { reply: TObject<{ data: TArray<Item> }> },
      statement: (context: Context<Caller, ParamsOf<Path>>) => Statement<Static<Item>>,
    ) {
      const item = declared.reply.properties.data.items
      add({ ...declared, item, method: 'GET', path }, (route, tools) =>
        unpagedListHandler(route, statement, tools),
      )
    },

    /** One row, or the problem `missing`. */
    row<
      Path extends string,
      Reply extends TSchema,
      Row extends Shapeable,
      Shapeable = Static<Reply>,
      Query extends TProperties = Record<never, never>,
    >(
      path: Path,
      declared: DescribedRow<Query, Reply> & Shaped<Shapeable, Static<Reply>>,
      statement: (context: RowContext<Caller, ParamsOf<Path>, Static<TObject<Query>>>) => Statement<Row>,
    ) {
      const { missing, shape = asIs, problems = [], query, ...rest } = declared
      const named = missing ? [missing, ...problems] : problems
      add({ ...rest, method: 'GET', path, query: objectOf(query), problems: named }, (route, tools) =>
        rowHandler(route, { statement, shape, missing: missing ?? 'server/internal' }, tools),
      )
    },

    /** A document that people read or print. `read` returns everything that it shows. */
    document<Path extends string, Shown, Query extends TProperties = Record<never, never>>(
      path: Path,
      declared: DescribedDocument<Shown> & { query?: Query },
      read: (
        context: RowContext<Caller, ParamsOf<Path>, Static<TObject<Query>>>,
        db: Queryable,
      ) => Promise<Shown>,
    ) {
      const { contentType, revision, fileName, template, load, query, ...rest } = declared
      const source = { read, revision, fileName, template, ...(load && { load }) }
      add(
        { ...rest, method: 'GET', path, query: objectOf(query), reply: null, document: contentType },
        (route, tools) => documentHandler(route, source, tools),
      )
    },

    /** Several parts on one page, each shown only to callers who may see it. */
    parts<Path extends string, Reply extends TSchema, Row, Unversioned>(
      path: Path,
      declared: Described & { reply: Reply },
      parts: Parts<Context<Caller, ParamsOf<Path>>, Row, Unversioned> & {
        shape: (row: Row, unversioned: Unversioned, context: Context<Caller, ParamsOf<Path>>) => Static<Reply>
      },
    ) {
      add({ ...declared, method: 'GET', path, hasEtag: true }, (route, tools) =>
        partsHandler(route, parts, tools),
      )
    },

    /** Any other read: the handler returns the reply. */
    get: value('GET'),

    /** A reply computed from one snapshot of the database. */
    computed: computed('GET'),

    /** The same from a body. It is a POST only because of the body: nothing is written. */
    computedFrom: computed('POST'),

    /** A read without credentials. */
    getPublic<Reply extends TSchema>(
      path: string,
      declared: Omit<Described, 'scope'> & { reply: Reply },
      handle: () => Promise<Static<Reply>>,
    ) {
      const route = { ...routeOf({ ...declared, method: 'GET', path, scope: null }), public: true as const }
      routes.push({ ...route, handler: () => publicHandler(route, handle) })
    },

    /** Server-sent events. `open` connects the stream of events with its source. */
    stream<Path extends string, Payload extends TSchema>(
      path: Path,
      declared: Described & { event: Payload },
      open: (context: StreamContext<Caller, ParamsOf<Path>, Static<Payload>>) => Promise<void>,
    ) {
      add({ ...declared, method: 'GET', path, reply: null }, (route) => streamHandler(route, open))
    },

    /** A POST that acts outside the database, and so runs in no transaction. */
    call: value('POST'),

    post: write('POST', 201),
    patch: write('PATCH', 200),
    delete: write('DELETE', 204),

    /** Several writes of one kind in one request, each under a key of its own, which is shared with the route that does one. */
    batch<Path extends string, Body extends TSchema, Reply extends TSchema, Entry, Value>(
      path: Path,
      declared: Described<Scope> & {
        body: Body
        reply: Reply
        single: SingleWrite<Value>
        entriesOf: (body: Static<Body>) => { mode: OrderMode; entries: readonly (Entry & BatchEntry)[] }
        answer: (results: BatchResult<Value>[], mode: OrderMode) => Static<Reply>
      },
      handle: (context: BatchContext<Caller, ParamsOf<Path>, Entry>) => Promise<Outcome<Value>[]>,
    ) {
      const { single, entriesOf, answer, ...rest } = declared
      const read = (body: unknown) => entriesOf(body as Static<Body>)
      add({ ...rest, method: 'POST', path }, (route, tools) =>
        batchHandler(route, { single, entriesOf: read, handle, answer }, tools),
      )
    },

    /** A body that the handler reads as a stream, because it can be too large for memory. */
    upload<
      Path extends string,
      Reply extends TSchema,
      Query extends TProperties = Record<never, never>,
      Others extends OtherReplies = Record<never, never>,
    >(
      path: Path,
      declared: DescribedUpload<Query, Reply, Others>,
      handle: (
        context: UploadContext<Caller, ParamsOf<Path>, Static<TObject<Query>>, Static<Reply>, Others>,
      ) => Promise<ReadyReply>,
    ) {
      const { contentTypes: streamed, query, ...rest } = declared
      add({ status: 201, ...rest, method: 'POST', path, streamed, query: objectOf(query) }, (route, tools) =>
        uploadHandler(route, handle, tools),
      )
    },
  }
}

/** The list as a file for people, at `<path>/export`. */
type WithSheets<Item, Context> = {
  sheet?: Sheet<Item, Context>
  /** With one row per line of each document. */
  lines?: Sheet<Item, Context>
}

const nothing = async () => undefined
const ends = () => null
const asIs = (row: unknown) => row

/** The sort key of every newest-first list. */
export const byTime = (row: { created_at: string; id: string }): SortKey => [row.created_at, row.id]
