-- Search by the beginning of a number or of any word of a name. A trigram or full-text index reads every match before it can
-- return the first five: a word that occurs in every row costs as much as the table. A row for each word, with the text from
-- that word on, makes it a range scan in a btree that stops after a few rows.

-- A row is a word of the name or number of a product, lot, remito, destinatario or client. term: the folded text from that word on,
-- as much of it as a query can have. word: 0 if that is the beginning of the text, which sorts before equal terms of later words.
-- A subject has each term once by construction; a plain index costs an import less than a unique one.
create table search_terms (
  client_id uuid not null,
  kind text collate "C" not null check (kind in ('product', 'lot', 'remito', 'destinatario', 'client')),
  term text collate "C" not null,
  word smallint not null,
  subject_id uuid not null
);

-- A client's own search, and that of the staff. Without the subject, equal terms share an entry of the latter.
create index search_terms_of_client on search_terms (client_id, kind, term, word, subject_id);
create index search_terms_of_all_by_word on search_terms (kind, term, word);

-- For SKUs, lot numbers and names of clients, whose fold is not stored: what fold() of the service returns for texts in the
-- Latin, Greek and Cyrillic alphabets. lower() folds ASCII alone, because more would depend on the database's locale.
create function search_fold(given text) returns text language sql immutable parallel safe as $$
  select case when octet_length(given) = char_length(given) then lower(given collate "C")
    else translate(
      lower(normalize(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g'), nfc) collate "C"),
      'ÆÐØÞĐĦĲĿŁŊŒŦΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ',
      'æðøþđħĳŀłŋœŧαβγδεζηθικλμνξοπρστυφχψωђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюя') end
$$;

-- A word starts after a space or a punctuation mark. With a regular expression this takes five times as long.
create function search_words(folded text, most integer) returns table (term text, word smallint)
language sql immutable parallel safe as $$
  select substr(folded, start, 80), (row_number() over (order by ordinal) - 1)::smallint
  from (
    select piece, ordinal,
      (ordinal + sum(char_length(piece)) over (order by ordinal rows unbounded preceding) - char_length(piece))::integer
        as start
    from string_to_table(translate(folded, '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)), ' ')
      with ordinality as pieces (piece, ordinal)
  ) as words
  where piece <> '' or start = 1
  order by ordinal
  limit most
$$;

create function product_terms(sku text, name_folded text) returns table (term text, word smallint)
language sql immutable parallel safe as $$
  select term, word from search_words(search_fold(sku), 4)
  union
  select term, word from search_words(name_folded, 12)
$$;

-- The whole number, and the part after the hyphen without its zeros, which is how people say it.
create function remito_terms(numbers text[]) returns table (term text, word smallint)
language sql immutable parallel safe as $$
  select lower(number collate "C"), 0::smallint from unnest(numbers) as number
  union
  select ltrim(substr(number, 1 + length(number) - strpos(reverse(number), '-') + 1), '0'), 1::smallint
  from unnest(numbers) as number
  where strpos(number, '-') > 0
$$;

create function index_client() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from search_terms where client_id = old.id and kind = 'client';
  end if;
  insert into search_terms (client_id, kind, term, word, subject_id)
  select new.id, 'client', terms.term, terms.word, new.id
  from search_words(search_fold(new.name), 16) as terms;
  return null;
end $$;

create trigger index_inserted after insert on clients
  for each row execute function index_client();
create trigger index_renamed after update of name on clients
  for each row when (old.name <> new.name) execute function index_client();

-- New products add their terms in the order of the client's index, which an import writes in less time and space.
create function index_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from search_terms
    using (
      select before_update.client_id, before_update.id, terms.term, terms.word
      from before_update
      join after_update on after_update.id = before_update.id
      cross join lateral product_terms(before_update.sku, before_update.name_folded) as terms
      where (before_update.sku, before_update.name_folded) is distinct from (after_update.sku, after_update.name_folded)
    ) as stale
    where search_terms.client_id = stale.client_id and search_terms.kind = 'product' and search_terms.term = stale.term
      and search_terms.word = stale.word and search_terms.subject_id = stale.id;
    insert into search_terms (client_id, kind, term, word, subject_id)
    select after_update.client_id, 'product', terms.term, terms.word, after_update.id
    from after_update
    join before_update on before_update.id = after_update.id
    cross join lateral product_terms(after_update.sku, after_update.name_folded) as terms
    where (before_update.sku, before_update.name_folded) is distinct from (after_update.sku, after_update.name_folded);
  else
    insert into search_terms (client_id, kind, term, word, subject_id)
    select added.client_id, 'product', terms.term, terms.word, added.id
    from added
    cross join lateral product_terms(added.sku, added.name_folded) as terms
    order by added.client_id, terms.term, terms.word, added.id;
  end if;
  return null;
end $$;

create trigger index_inserted after insert on products
  referencing new table as added for each statement execute function index_products();
create trigger index_updated after update on products
  referencing old table as before_update new table as after_update
  for each statement execute function index_products();

create function index_destinatarios() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from search_terms
    using (
      select before_update.client_id, before_update.id, terms.term, terms.word
      from before_update
      join after_update on after_update.id = before_update.id
      cross join lateral search_words(before_update.name_folded, 16) as terms
      where before_update.name_folded <> after_update.name_folded or after_update.deleted_at is not null
    ) as stale
    where search_terms.client_id = stale.client_id and search_terms.kind = 'destinatario'
      and search_terms.term = stale.term and search_terms.word = stale.word
      and search_terms.subject_id = stale.id;
    insert into search_terms (client_id, kind, term, word, subject_id)
    select after_update.client_id, 'destinatario', terms.term, terms.word, after_update.id
    from after_update
    join before_update on before_update.id = after_update.id
    cross join lateral search_words(after_update.name_folded, 16) as terms
    where before_update.name_folded <> after_update.name_folded and after_update.deleted_at is null;
  else
    insert into search_terms (client_id, kind, term, word, subject_id)
    select added.client_id, 'destinatario', terms.term, terms.word, added.id
    from added
    cross join lateral search_words(added.name_folded, 16) as terms
    where added.deleted_at is null;
  end if;
  return null;
end $$;

create trigger index_inserted after insert on destinatarios
  referencing new table as added for each statement execute function index_destinatarios();
create trigger index_updated after update on destinatarios
  referencing old table as before_update new table as after_update
  for each statement execute function index_destinatarios();

-- The numbers of lots and remitos never change. A lot is found by the beginning of its number only: an import can create 100,000
-- of them, and each term costs it 5 %.
create function index_lots() returns trigger language plpgsql as $$
begin
  insert into search_terms (client_id, kind, term, word, subject_id)
  select added.client_id, 'lot', search_fold(added.lot_number), 0, added.id
  from added;
  return null;
end $$;

create trigger index_inserted after insert on lots
  referencing new table as added for each statement execute function index_lots();

create function index_remitos() returns trigger language plpgsql as $$
begin
  insert into search_terms (client_id, kind, term, word, subject_id)
  select added.client_id, 'remito', terms.term, terms.word, added.id
  from added
  cross join lateral remito_terms(added.remito_number) as terms;
  return null;
end $$;

create trigger index_inserted after insert on remitos
  referencing new table as added for each statement execute function index_remitos();
