// Answers reads: from the kept bytes where the database says that they are current, else from the rows.
import { createHash } from 'node:crypto'
import build from 'fast-json-stringify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Queryable } from '../db/pool.ts'
import type { SortKey } from '../db/sort-key.ts'
import { sql } from '../db/sql.ts'
import { problem } from '../problem.ts'
import type { CursorSealer } from './cursors.ts'
import { canonical, inputReader } from './input.ts'
import { etagOf, matches, type PageCache } from './page-cache.ts'
import type { Principal } from './principal.ts'
import type { Answer, Context, Route } from './route.ts'
import { clampLimit } from './router.ts'
import type { Topic } from './topics.ts'

export type ReadTools = { db: Db; sealer: CursorSealer; cache: PageCache; today: () => string }
type Read<Who extends Principal> = Extract<Answer<Who>, { kind: 'value' | 'list' | 'row' }>
type List<Who extends Principal> = Extract<Answer<Who>, { kind: 'list' }>
type AnyContext<Who extends Principal> = Context<Who, never, never, never>
type Produced = { version: string | null; value: unknown }

export function readAnswer<Who extends Principal>(route: Route<Who>, answer: Read<Who>, tools: ReadTools) {
  const { db, sealer, cache, today } = tools
  const read = inputReader(route)
  const serialize = build((route.reply ?? {}) as object)
  const name = `${route.method} ${route.path} ${fingerprint(route)}`

  async function select(at: Queryable, context: AnyContext<Who>, statement: Select): Promise<Rows> {
    const { topic } = route
    if (topic === null) return { version: null, rows: (await at.rows(statement)) as never[] }
    const found = await readRows(at, context.who.owner, topic, statement)
    const isEmptyPage = answer.kind === 'list' && found.rows.length === 0
    return isEmptyPage ? readAgain(at, context.who.owner, topic, statement) : found
  }

  async function list(at: Queryable, answer: List<Who>, context: AnyContext<Who>, binding: string) {
    const { version, rows } = await select(at, context, answer.statement(context))
    const page = toPage(answer, rows, context, binding, sealer)
    return { version, value: answer.envelope ? await answer.envelope(page, context, at) : page }
  }

  async function produce(context: AnyContext<Who>, binding: string): Promise<Produced> {
    if (answer.kind === 'value') return { version: null, value: await answer.handle(context) }
    if (answer.kind === 'list') {
      await answer.before(context)
      if (!answer.envelope) return list(db, answer, context, binding)
      return db.snapshot((at) => list(at, answer, context, binding))
    }
    const { version, rows } = await select(db, context, answer.statement(context))
    const [row] = rows
    if (row === undefined) throw problem(answer.missing)
    return { version, value: answer.shape(row) }
  }

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { params, query, body } = read(request)
    const who = request.who as Who
    const { limit, cursor, ...filters } = query
    const binding = `${who?.owner} ${name} ${canonical(params)} ${canonical(filters)}`
    const size = clampLimit(limit)
    const context = {
      who,
      params,
      query: filters,
      body,
      after: typeof cursor === 'string' ? sealer.open(binding, cursor) : null,
      rowLimit: size + 1,
      by: { actor: who?.actor, requestId: request.id },
    } as unknown as AnyContext<Who>

    const ifNoneMatch = request.headers['if-none-match']
    // `*` is met by whatever exists, and that only the page itself can tell.
    const isAnyMet = ifNoneMatch?.trim() === '*'
    const pageKey = route.topic ? `${binding} ${size} ${cursor ?? ''} ${today()}` : null
    if (pageKey !== null && who.version !== null) {
      const kept = cache.get(pageKey)
      const isCurrent = kept?.version === who.version
      if (ifNoneMatch !== undefined) {
        const etag = isCurrent ? kept.etag : etagOf(pageKey, who.version)
        if (matches(ifNoneMatch, etag) || (isCurrent && isAnyMet)) return sendNotModified(reply, etag)
      }
      if (isCurrent) return sendJson(reply, route.status, kept.bytes, kept.etag)
    }

    const { version, value } = await produce(context, binding)
    const bytes = Buffer.from(serialize(value))
    const page = pageKey !== null && version !== null ? cache.keep(pageKey, version, bytes) : null
    if (page && isAnyMet) return sendNotModified(reply, page.etag)
    return sendJson(reply, route.status, bytes, page?.etag)
  }
}

function sendNotModified(reply: FastifyReply, etag: string) {
  return reply.code(304).headers({ etag, 'cache-control': 'private, no-cache' }).send()
}

export function sendJson(reply: FastifyReply, status: number, bytes: Buffer, etag?: string) {
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (etag) reply.headers({ etag, 'cache-control': 'private, no-cache' })
  else reply.header('cache-control', 'no-store')
  return reply.send(bytes)
}

function fingerprint(route: Route<never>): string {
  return createHash('sha256').update(JSON.stringify(route.reply)).digest('base64url').slice(0, 12)
}

type Rows = { version: string | null; rows: readonly never[] }
type Select = ReturnType<typeof sql>

/**
 * Rows and the version they show, in one statement and so of one snapshot: no page is ever torn. The version is
 * a subquery without a tie to the rows, which is run once; joined to them it costs a page of fifty a tenth more.
 */
async function readRows(db: Queryable, owner: string, topic: Topic, statement: Select): Promise<Rows> {
  const found = await db.rows(
    sql<{ page_version: string | null }>`
      select ${versionOf(owner, topic)} as page_version, page.* from (${statement}) as page`,
  )
  return { version: found[0]?.page_version ?? null, rows: found as never[] }
}

/** For a page that was just found empty: here its version comes also when there are no rows to bring it. */
async function readAgain(db: Queryable, owner: string, topic: Topic, statement: Select): Promise<Rows> {
  const found = await db.rows(
    sql<{ page_version: string | null; page_row: true | null }>`
      select ${versionOf(owner, topic)} as page_version, page.*
      from (values (true)) as always
      left join lateral (select true as page_row, rows.* from (${statement}) as rows) as page on true`,
  )
  return {
    version: found[0]?.page_version ?? null,
    rows: found.filter((row) => row.page_row) as never[],
  }
}

const versionOf = (owner: string, topic: Topic) => sql`
  (select client_versions.version::text from client_versions
  where client_versions.client_id = ${owner} and client_versions.topic = ${topic})`

function toPage<Who extends Principal>(
  { sortKey, shape, resume }: List<Who>,
  rows: readonly never[],
  { rowLimit, after, query }: AnyContext<Who>,
  binding: string,
  sealer: CursorSealer,
) {
  const shown = rows.slice(0, rowLimit - 1)
  const last = shown.at(-1)
  const hasMore = rows.length >= rowLimit
  const start = resume(query)
  const next: SortKey | null =
    last !== undefined && (hasMore || start !== null)
      ? sortKey(last)
      : start === null
        ? null
        : (after ?? start)
  return {
    data: shown.map(shape) as never[],
    next_cursor: next && sealer.seal(binding, next),
    has_more: hasMore,
  }
}
