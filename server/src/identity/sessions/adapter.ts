// Stores the rows of the sign-in library in our tables, in the transaction of the request. Its own driver would open a
// second pool, and would read our timestamps, which arrive as text, as dates that never expire. Session tokens are
// stored only as hashes, so that nobody can take over a session with what is in the database.
import { type CleanedWhere, type CustomAdapter, createAdapterFactory } from 'better-auth/adapters'
import { empty, join, raw, type Statement, sql } from '../../db/sql.ts'
import { hashOf } from '../tokens.ts'
import { libraryTransaction as db } from './library-transaction.ts'

type Row = Record<string, unknown>

/** `transaction: false`: every call of the library already runs in one. */
export const databaseAdapter = createAdapterFactory({
  config: { adapterId: 'anden', supportsDates: false, supportsUUIDs: true, transaction: false },
  adapter: ({ getFieldName }) => adapterWith(getFieldName),
})

type ColumnOf = (place: { model: string; field: string }) => string

function adapterWith(columnOf: ColumnOf): CustomAdapter {
  const first = async (statement: Statement<Row>) => (await db.maybeOne(statement)) ?? null
  return {
    create: async ({ model, data }) => {
      const entries = Object.entries(data)
      const row = await db.one(sql<Row>`
        insert into ${name(model)} (${join(entries.map(([column]) => name(column)))})
        values (${join(entries.map(([column, value]) => sql`${stored(column, value)}`))})
        returning *`)
      return { ...row, ...(tokenColumn in data ? { [tokenColumn]: data[tokenColumn] } : {}) } as typeof data
    },
    findOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) => {
      const row = await first(sql<Row>`select * from ${name(model)} ${matching(where)} limit 1`)
      return (row && withToken(row, where)) as T | null
    },
    findMany: async <T>({
      model,
      where,
      limit,
      sortBy,
      offset = 0,
    }: Parameters<CustomAdapter['findMany']>[0]) => {
      const order = sortBy
        ? sql`order by ${name(columnOf({ model, field: sortBy.field }))} ${raw(sortBy.direction === 'asc' ? 'asc' : 'desc')}`
        : empty
      const statement = sql<Row>`
        select * from ${name(model)} ${matching(where)} ${order} limit ${limit} offset ${offset}`
      return (await db.rows(statement)) as T[]
    },
    update: async <T>({ model, where, update }: { model: string; where: CleanedWhere[]; update: T }) =>
      (await first(sql<Row>`
        update ${name(model)} set ${assignments(update as Row)} ${matching(where)} returning *`)) as T | null,
    updateMany: async ({ model, where, update }) =>
      db.run(sql`update ${name(model)} set ${assignments(update)} ${matching(where)}`),
    delete: async ({ model, where }) => {
      await db.run(sql`delete from ${name(model)} ${matching(where)}`)
    },
    deleteMany: async ({ model, where }) => db.run(sql`delete from ${name(model)} ${matching(where)}`),
    // The row lock lets only one of two concurrent requests with the same link get the row.
    consumeOne: async <T>({ model, where }: { model: string; where: CleanedWhere[] }) =>
      (await first(sql<Row>`
        delete from ${name(model)}
        where id = (select id from ${name(model)} ${matching(where)} limit 1 for update)
        returning *`)) as T | null,
    incrementOne: async <T>({ model, where, increment, set = {} }: Increment) => {
      const counted = Object.entries(increment).map(
        ([column, delta]) => sql`${name(column)} = ${name(column)} + ${delta}::int`,
      )
      const changes = [...counted, ...Object.keys(set).map((column) => assignment(column, set[column]))]
      return (await first(sql<Row>`
        update ${name(model)} set ${join(changes)} ${matching(where)} returning *`)) as T | null
    },
    count: async ({ model, where }) =>
      (await db.one(sql<{ count: number }>`select count(*) as count from ${name(model)} ${matching(where)}`))
        .count,
  }
}
type Increment = Parameters<NonNullable<CustomAdapter['incrementOne']>>[0]

const tokenColumn = 'token_hash'

const stored = (column: string, value: unknown) =>
  (column === tokenColumn ? hashOf(String(value)) : value) as string

/** The library expects the token of a session that it has found by its token. */
function withToken(row: Row, where: readonly CleanedWhere[]): Row {
  const given = where.find(({ field, operator }) => field === tokenColumn && operator === 'eq')
  return given ? { ...row, [tokenColumn]: given.value } : row
}

const assignment = (column: string, value: unknown) => sql`${name(column)} = ${stored(column, value)}`
const assignments = (values: Row) =>
  join(Object.entries(values).map(([column, value]) => assignment(column, value)))

const operators: Partial<Record<CleanedWhere['operator'], string>> = {
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
}

function matching(where: readonly CleanedWhere[] = []) {
  return where.length === 0 ? empty : sql`where ${join(where.map(condition), ' and ')}`
}

function condition({ field, operator, value, connector }: CleanedWhere) {
  if (connector === 'OR') throw new Error('conditions with OR are not supported')
  if (value === null) return sql`${name(field)} is ${raw(operator === 'ne' ? 'not null' : 'null')}`
  if (operator === 'in') return sql`${name(field)} = any(${value as string[]})`
  const symbol = operators[operator]
  if (!symbol) throw new Error(`the operator "${operator}" is not supported`)
  return sql`${name(field)} ${raw(symbol)} ${stored(field, value)}`
}

/** Names come from library.ts, never from a request. */
function name(identifier: string) {
  if (!/^[a-z][a-z_]*$/.test(identifier))
    throw new Error(`"${identifier}" is not a name of a table or column`)
  return raw(`"${identifier}"`)
}
