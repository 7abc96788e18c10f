import type { NewRemitoBook, RemitoBook } from '@anden/contract'
import { newestFirst, type PageRange } from '../../db/keyset.ts'
import { sql } from '../../db/sql.ts'

const columns = (
  today: string,
) => sql`id, 'R' as letter, point_of_sale, first_number as from, last_number as to,
  next_number as next, cai, cai_expires_on,
  case
    when closed_at is not null then 'closed'
    when next_number > last_number then 'exhausted'
    when cai_expires_on < ${today} then 'expired'
    else 'active'
  end as status,
  created_at`

export const booksNewestFirst = (today: string, page: PageRange) =>
  sql<RemitoBook>`select ${columns(today)} from remito_books ${newestFirst([], {}, page)}`

/** Also locks it: the next egreso waits, or this waits for the one before. */
export const lockBook = (id: string, today: string) =>
  sql<RemitoBook>`select ${columns(today)} from remito_books where id = ${id} for no key update`

export const closeBookNow = (id: string, today: string) =>
  sql<RemitoBook>`
    update remito_books
    set closed_at = now(), closed_before = next_number, has_numbers = false
    where id = ${id}
    returning ${columns(today)}`

export const insertBook = (id: string, book: NewRemitoBook, today: string) =>
  sql<RemitoBook>`
    insert into remito_books (id, point_of_sale, first_number, last_number, next_number, cai, cai_expires_on)
    values (${id}, ${book.point_of_sale}, ${book.from}, ${book.to}, ${book.from}, ${book.cai}, ${book.cai_expires_on})
    returning ${columns(today)}`

/** Until the commit, nobody makes a book, and no egreso is numbered without one. */
export const lockNumbering = sql`select pg_advisory_xact_lock(remito_numbering_lock())`

/** Of a sandbox: the row stays locked until the commit, so there are no gaps. */
export const nextSandboxNumber = (clientId: string) =>
  sql<{ number: number }>`
    insert into sandbox_remito_series (client_id, last_number) values (${clientId}, 1)
    on conflict (client_id) do update set last_number = sandbox_remito_series.last_number + 1
    returning last_number::float8 as number`

export type TakenNumbers = {
  /** The first book with some of the numbers; null: there is none. */
  book: { first_number: number; last_number: number; cai: string } | null
  /** The highest number that was issued without a book. */
  issued: number
}

export const takenNumbers = ({ point_of_sale, from, to }: Omit<NewRemitoBook, 'cai' | 'cai_expires_on'>) =>
  sql<TakenNumbers>`
    select
      (select json_build_object('first_number', first_number, 'last_number', coalesce(closed_before - 1, last_number), 'cai', cai)
        from remito_books
        where int8range(
            point_of_sale * 100000000::bigint + first_number,
            point_of_sale * 100000000::bigint + coalesce(closed_before, last_number + 1))
          && int8range(
            ${point_of_sale}::bigint * 100000000 + ${from}::bigint,
            ${point_of_sale}::bigint * 100000000 + ${to}::bigint, '[]')
        order by first_number
        limit 1) as book,
      coalesce((select last_number from remito_series where point_of_sale = ${point_of_sale}), 0) as issued`

export const hasBooks = sql<{ found: boolean }>`select exists (select from remito_books) as found`

/** The row is missing if the numbers are taken from books, and none of them can be used on that day. */
export const takeEgresoNumber = (pointOfSale: number, day: string) =>
  sql<{ point_of_sale: number; number: number; cai: string | null; cai_expires_on: string | null }>`
    select point_of_sale, number, cai, cai_expires_on from take_egreso_number(${pointOfSale}, ${day})`

/** In the order in which they are used; `newest` is null while there has never been a book. */
export const booksLeft = (today: string) =>
  sql<{
    active: { cai: string; expires_on: string; numbers: number }[]
    newest: { cai: string; expires_on: string } | null
  }>`
    select
      (select coalesce(json_agg(json_build_object('cai', cai, 'expires_on', cai_expires_on,
          'numbers', last_number - next_number + 1) order by created_at, id), '[]')
        from remito_books
        where has_numbers and cai_expires_on >= ${today}) as active,
      (select json_build_object('cai', cai, 'expires_on', cai_expires_on)
        from remito_books
        order by created_at desc, id desc
        limit 1) as newest`
