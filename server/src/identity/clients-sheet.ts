// The clients as a file for people, with the balance of each.
import { type Client, clientStatusWords, ivaConditionWords } from '@anden/contract'
import type { Queryable } from '../db/queryable.ts'
import { sql } from '../db/sql.ts'
import {
  joined,
  moment,
  money,
  type SheetColumn,
  sheet,
  taxIdText,
  text,
  wordsColumn,
} from '../http/reads/sheets/sheet.ts'

type ClientWithBalance = Client & { balance: number }

const columns: readonly SheetColumn<ClientWithBalance>[] = [
  text('Cliente', 'Client', ({ name }) => name, 30),
  text('CUIT / DNI', 'CUIT / DNI', ({ cuit_dni }) => taxIdText(cuit_dni), 15),
  wordsColumn(
    'Condición de IVA',
    'VAT condition',
    ivaConditionWords,
    ({ iva_condition }) => iva_condition,
    24,
  ),
  text('E-mail', 'E-mail', ({ email }) => email, 30),
  text('Dirección', 'Address', ({ address }) => address, 36),
  wordsColumn('Estado', 'Status', clientStatusWords, ({ status }) => status, 12),
  money('Saldo', 'Balance', ({ balance }) => balance),
  moment('Alta', 'Added', ({ created_at }) => created_at),
]

export const clientsSheet = sheet({
  name: { es: 'clientes', en: 'clients' },
  columns,
  rows: (_: unknown, db: Queryable) => async (clients: Client[]) =>
    joined(clients, await db.rows(balancesOfClients(clients.map(({ id }) => id)))),
})

const balancesOfClients = (clientIds: string[]) =>
  sql<{ id: string; balance: number }>`
    select clients.id, coalesce((
      select sum(case type when 'credit_sale' then total else -total end)
      from account_totals
      where account_totals.client_id = clients.id), 0) as balance
    from clients
    where clients.id = any(${clientIds}::uuid[])`
