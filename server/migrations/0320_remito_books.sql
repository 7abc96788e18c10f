-- A row is a book of remitos: the numbers of a point of sale that a CAI authorises. While there is none, egresos are numbered by
-- remito_series, and without a CAI.
create table remito_books (
  id uuid primary key,
  point_of_sale integer not null check (point_of_sale between 1 and 99999),
  first_number integer not null check (first_number >= 1),
  last_number integer not null check (last_number <= 99999999),
  -- The number of the next egreso; one more than the last number when all are used.
  next_number integer not null,
  cai text not null check (cai ~ '^[0-9]{14}$'),
  cai_expires_on date not null,
  closed_at timestamptz(3),
  -- What next_number was then: the numbers from here on were given back, and can be in another book.
  closed_before integer,
  -- Kept in a column, so that taking a number changes nothing that an index has, except at the last one.
  has_numbers boolean not null default true,
  created_at timestamptz(3) not null default now(),
  check (first_number <= last_number),
  constraint remito_books_next check (next_number between first_number and last_number + 1),
  constraint remito_books_closed check ((closed_at is null) = (closed_before is null) and coalesce(closed_before, next_number) = next_number),
  constraint remito_books_with_numbers check (has_numbers = (closed_at is null and next_number <= last_number)),
  -- One range for the point of sale and the number together needs no extension.
  constraint remito_books_overlap exclude using gist (
    int8range(
      point_of_sale * 100000000::bigint + first_number,
      point_of_sale * 100000000::bigint + coalesce(closed_before, last_number + 1)) with &&)
);

create index remito_books_newest on remito_books (created_at, id);
create index remito_books_in_use on remito_books (created_at, id) where has_numbers;

-- Whoever numbers an egreso without a book shares this lock, and whoever makes a book has it alone.
create function remito_numbering_lock() returns bigint
language sql immutable parallel safe as $$ select 7263548113 $$;

-- Takes the number of an egreso, and returns it with the CAI of its book. Without a row: there are books, and none can be used on
-- that day. The row of the book stays locked until the commit, so that a rollback returns the number, and the next egreso waits.
create function take_egreso_number(own_point_of_sale integer, day date)
returns table (point_of_sale integer, number integer, cai text, cai_expires_on date)
language plpgsql as $$
#variable_conflict use_column
declare
  book_id uuid;
begin
  loop
    -- A book whose last number was taken while this waited for it is passed over: the condition is checked again under the lock.
    select book.id into book_id
    from remito_books book
    where book.has_numbers and book.cai_expires_on >= day
    order by book.created_at, book.id
    limit 1
    for no key update;
    if found then
      return query
        update remito_books book
        set next_number = book.next_number + 1, has_numbers = book.next_number < book.last_number
        where book.id = book_id
        returning book.point_of_sale, book.next_number - 1, book.cai, book.cai_expires_on;
      return;
    end if;
    if exists (select from remito_books) then
      -- A book may have been entered while this waited for another one.
      continue when exists (select from remito_books book where book.has_numbers and book.cai_expires_on >= day);
      return;
    end if;
    perform pg_advisory_xact_lock_shared(remito_numbering_lock());
    if not exists (select from remito_books) then
      return query
        insert into remito_series as series (point_of_sale, last_number) values (own_point_of_sale, 1)
        on conflict (point_of_sale) do update set last_number = series.last_number + 1
        returning series.point_of_sale, series.last_number::integer, null::text, null::date;
      return;
    end if;
  end loop;
end
$$;
comment on function take_egreso_number is 'One statement of a write, although it looks at books, at the series, and again after it has waited';
