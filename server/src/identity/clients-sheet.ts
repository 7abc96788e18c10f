// The clients as a file for people, with the balance of each.
import { clientStatusWords, ivaConditionWords, type ListedClient } from '@anden/contract'
import {
  itemsAsRows,
  moment,
  money,
  type SheetColumn,
  sheet,
  taxIdText,
  text,
  wordsColumn,
} from '../http/reads/sheets/sheet.ts'

const columns: readonly SheetColumn<ListedClient>[] = [
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
  rows: itemsAsRows<ListedClient>(),
})
