// The audit log as a file for people: who did what to which thing, and what changed.
import type { AuditEntry, Language } from '@anden/contract'
import { type AuditAction, auditActions } from '@anden/contract/values'
import { itemsAsRows, moment, type SheetColumn, sheet, text } from '../http/reads/sheets/sheet.ts'

const columns: readonly SheetColumn<AuditEntry>[] = [
  moment('Fecha', 'When', ({ created_at }) => created_at),
  text('Quién', 'Who', ({ actor_name }) => actor_name, 26),
  text('Qué', 'What', ({ action }, language) => actionText(action, language), 38),
  text('Sobre', 'About', ({ subject }) => subject?.label, 26),
  text('Cliente', 'Client', ({ client_name }) => client_name, 28),
  text('Antes', 'Before', ({ before, after }) => changedMembers(before, after), 44),
  text('Después', 'After', ({ before, after }) => changedMembers(after, before), 44),
  text('Cuenta o clave', 'Account or key', ({ actor }) => actor, 34),
]

export const auditSheet = sheet({
  name: { es: 'auditoria', en: 'audit' },
  columns,
  rows: itemsAsRows<AuditEntry>(),
})

const failed: Record<Language, string> = { es: 'sin éxito', en: 'did not succeed' }

/** An action that is no longer known stays as it was recorded. */
function actionText(action: string, language: Language): string {
  if (isKnown(action)) return auditActions[action][language]
  const base = action.replace(/-failed$/, '')
  return isKnown(base) ? `${auditActions[base][language]} (${failed[language]})` : action
}

const isKnown = (action: string): action is AuditAction => Object.hasOwn(auditActions, action)

/** The members that the other state does not have with the same value, as `status: approved`. The time of the change has a column. */
function changedMembers(state: unknown, other: unknown): string | null {
  const [values, others] = [membersOf(state), membersOf(other)]
  const changed = Object.keys(values).filter(
    (name) => name !== 'updated_at' && JSON.stringify(values[name]) !== JSON.stringify(others[name] ?? null),
  )
  const written = changed.map((name) => {
    const value = values[name]
    return `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`
  })
  return written.join('; ') || null
}

const membersOf = (state: unknown): Readonly<Record<string, unknown>> =>
  typeof state === 'object' && state !== null ? (state as Record<string, unknown>) : {}
