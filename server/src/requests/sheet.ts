// The log of a client's requests as a file for people.
import type { LoggedRequest } from '@anden/contract'
import { itemsAsRows, moment, number, type SheetColumn, sheet, text } from '../http/reads/sheets/sheet.ts'

const columns: readonly SheetColumn<LoggedRequest>[] = [
  moment('Fecha', 'Time', ({ created_at }) => created_at),
  text('Método', 'Method', ({ method }) => method, 10),
  text('Ruta', 'Path', ({ path }) => path, 44),
  text('Parámetros', 'Parameters', ({ query }) => query, 28),
  number('Código HTTP', 'Status', ({ status }) => status, 13),
  text('Error', 'Error', ({ problem }) => problem?.title, 34),
  text('Explicación', 'Explanation', ({ problem }) => problem?.detail, 50),
  number('Duración (ms)', 'Duration (ms)', ({ duration_ms }) => duration_ms, 14),
  number('Veces', 'Times', ({ count }) => count, 8),
  text('Clave', 'Key', ({ key_prefix }) => key_prefix, 14),
  text('Persona', 'Person', ({ user_email }) => user_email, 28),
  text('Número de solicitud', 'Request number', ({ request_id }) => request_id, 40),
]

export const requestsSheet = sheet({
  name: { es: 'registro-de-api', en: 'requests' },
  columns,
  rows: itemsAsRows<LoggedRequest>(),
})
