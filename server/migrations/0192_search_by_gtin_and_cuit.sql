-- The search also finds products by the number in their bar code, and recipients and clients by their CUIT or DNI.

-- A reader may report a GTIN with or without its leading zeros: every form that has one of the usual lengths.
create function gtin_terms(gtin text) returns table (term text, word smallint)
language sql immutable parallel safe as $$
  select right(lpad(gtin, 14, '0'), length), 0::smallint
  from unnest(array[8, 12, 13, 14]) as length
  where gtin is not null and lpad(gtin, 14, '0') = lpad(right(lpad(gtin, 14, '0'), length), 14, '0')
$$;

create function product_terms(sku text, name_folded text, gtin text) returns table (term text, word smallint)
language sql immutable parallel safe as $$
  select term, word from search_words(search_fold(sku), 4)
  union
  select term, word from search_words(name_folded, 12)
  union
  select term, word from gtin_terms(gtin)
$$;

-- Recipients and clients.
create function party_terms(name_folded text, cuit_dni text) returns table (term text, word smallint)
language sql immutable parallel safe as $$
  select term, word from search_words(name_folded, 16)
  union
  select cuit_dni, 0::smallint where cuit_dni is not null
$$;

create or replace function index_client() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from search_terms where client_id = old.id and kind = 'client';
  end if;
  insert into search_terms (client_id, kind, term, word, subject_id)
  select new.id, 'client', terms.term, terms.word, new.id
  from party_terms(search_fold(new.name), new.cuit_dni) as terms;
  return null;
end $$;

drop trigger index_renamed on clients;
create trigger index_renamed after update of name, cuit_dni on clients
  for each row when ((old.name, old.cuit_dni) is distinct from (new.name, new.cuit_dni)) execute function index_client();

create or replace function index_products() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from search_terms
    using (
      select before_update.client_id, before_update.id, terms.term, terms.word
      from before_update
      join after_update on after_update.id = before_update.id
      cross join lateral product_terms(before_update.sku, before_update.name_folded, before_update.gtin) as terms
      where (before_update.sku, before_update.name_folded, before_update.gtin)
        is distinct from (after_update.sku, after_update.name_folded, after_update.gtin)
    ) as stale
    where search_terms.client_id = stale.client_id and search_terms.kind = 'product' and search_terms.term = stale.term
      and search_terms.word = stale.word and search_terms.subject_id = stale.id;
    insert into search_terms (client_id, kind, term, word, subject_id)
    select after_update.client_id, 'product', terms.term, terms.word, after_update.id
    from after_update
    join before_update on before_update.id = after_update.id
    cross join lateral product_terms(after_update.sku, after_update.name_folded, after_update.gtin) as terms
    where (before_update.sku, before_update.name_folded, before_update.gtin)
      is distinct from (after_update.sku, after_update.name_folded, after_update.gtin);
  else
    insert into search_terms (client_id, kind, term, word, subject_id)
    select added.client_id, 'product', terms.term, terms.word, added.id
    from added
    cross join lateral product_terms(added.sku, added.name_folded, added.gtin) as terms
    order by added.client_id, terms.term, terms.word, added.id;
  end if;
  return null;
end $$;

drop function product_terms(text, text);

create or replace function index_destinatarios() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from search_terms
    using (
      select before_update.client_id, before_update.id, terms.term, terms.word
      from before_update
      join after_update on after_update.id = before_update.id
      cross join lateral party_terms(before_update.name_folded, before_update.cuit_dni) as terms
      where (before_update.name_folded, before_update.cuit_dni)
          is distinct from (after_update.name_folded, after_update.cuit_dni)
        or after_update.deleted_at is not null
    ) as stale
    where search_terms.client_id = stale.client_id and search_terms.kind = 'destinatario'
      and search_terms.term = stale.term and search_terms.word = stale.word
      and search_terms.subject_id = stale.id;
    insert into search_terms (client_id, kind, term, word, subject_id)
    select after_update.client_id, 'destinatario', terms.term, terms.word, after_update.id
    from after_update
    join before_update on before_update.id = after_update.id
    cross join lateral party_terms(after_update.name_folded, after_update.cuit_dni) as terms
    where (before_update.name_folded, before_update.cuit_dni)
        is distinct from (after_update.name_folded, after_update.cuit_dni)
      and after_update.deleted_at is null;
  else
    insert into search_terms (client_id, kind, term, word, subject_id)
    select added.client_id, 'destinatario', terms.term, terms.word, added.id
    from added
    cross join lateral party_terms(added.name_folded, added.cuit_dni) as terms
    where added.deleted_at is null;
  end if;
  return null;
end $$;

insert into search_terms (client_id, kind, term, word, subject_id)
select products.client_id, 'product', terms.term, terms.word, products.id
from products
cross join lateral gtin_terms(products.gtin) as terms;

insert into search_terms (client_id, kind, term, word, subject_id)
select client_id, 'destinatario', cuit_dni, 0, id from destinatarios where cuit_dni is not null and deleted_at is null
union all
select id, 'client', cuit_dni, 0, id from clients where cuit_dni is not null;

-- A list of orders with q finds them by the name of their recipient, so its pages change with that name.
select add_table_to_topics('destinatarios', 'destinatarios', 'orders');
