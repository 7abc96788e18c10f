-- An actor is kept as what signed in: `user leo@anden.example`, `staff ERP (sk_9dKq21z)`. Lists also show the name of the person as it is
-- now, and of a key its name.

create function actor_name(actor text) returns text language sql stable strict parallel safe as $$
  select coalesce(
    (select users.name from users where actor like 'user %' and users.email = substr(actor, 6)),
    regexp_replace(regexp_replace(actor, '^(user|staff|client) ', ''), ' \([ps]k_\w+\)$', ''))
$$;
