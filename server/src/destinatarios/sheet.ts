import { type Destinatario, ivaConditionWords } from '@anden/contract'
import {
  itemsAsRows,
  moment,
  type SheetColumn,
  sheet,
  taxIdText,
  text,
  wordsColumn,
} from '../http/reads/sheets/sheet.ts'

const columns: readonly SheetColumn<Destinatario>[] = [
  text('Nombre', 'Name', ({ name }) => name, 30),
  text('CUIT / DNI', 'CUIT / DNI', ({ cuit_dni }) => taxIdText(cuit_dni), 15),
  wordsColumn(
    'Condición de IVA',
    'VAT condition',
    ivaConditionWords,
    ({ iva_condition }) => iva_condition,
    24,
  ),
  text('Dirección', 'Address', ({ address }) => address, 30),
  text('Localidad', 'City', ({ city }) => city),
  text('Provincia', 'Province', ({ province }) => province),
  text('Código postal', 'Postal code', ({ postal_code }) => postal_code, 14),
  text('Teléfono', 'Telephone', ({ phone }) => phone, 20),
  text('E-mail', 'E-mail', ({ email }) => email, 28),
  text('Horario de entrega', 'Delivery hours', ({ delivery_schedule }) => delivery_schedule, 28),
  moment('Alta', 'Added', ({ created_at }) => created_at),
]

export const destinatariosSheet = sheet({
  name: { es: 'destinatarios', en: 'recipients' },
  columns,
  rows: itemsAsRows<Destinatario>(),
})
