-- A row is the balance of a client that has an account: what it owes, negative if it is owed. It is written by
-- keep_client_balance, so that clients can be listed by what they owe.
create table client_balances (
  client_id uuid not null references clients,
  saldo numeric(15, 2) not null,
  primary key (client_id)
) with (fillfactor = 50);

create index client_balances_largest on client_balances (saldo, client_id);

-- On the totals and not on the entries: the lock that creating it takes waits for every total that is being written, so that none
-- is missed between this trigger and the sums below.
create function keep_client_balance() returns trigger language plpgsql as $$
declare
  change numeric := balance_change(new.type, new.total - coalesce(old.total, 0));
begin
  update client_balances set saldo = saldo + change where client_id = new.client_id;
  if not found then
    insert into client_balances (client_id, saldo) values (new.client_id, change)
    on conflict (client_id) do update set saldo = client_balances.saldo + excluded.saldo;
  end if;
  return null;
end $$;

create trigger keep_balance after insert or update of total on account_totals
  for each row execute function keep_client_balance();

insert into client_balances (client_id, saldo)
select client_id, sum(balance_change(type, total)) from account_totals group by client_id;
