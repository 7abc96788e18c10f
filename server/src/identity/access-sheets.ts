// Who and what may sign in, as files for people: the users and the keys of a client and of the staff.
import {
  type ApiKey,
  type StaffKey,
  type StaffScope,
  type StaffViewOfUser,
  staffScopes,
  staffScopeWords,
  type User,
  userRoleWords,
  type Words,
} from '@anden/contract'
import {
  itemsAsRows,
  moment,
  type SheetColumn,
  sheet,
  text,
  wordsColumn,
} from '../http/reads/sheets/sheet.ts'

const isStaffScope = (scope: string): scope is StaffScope => staffScopes.some((known) => known === scope)

/** The rights of the staff in words. Those of a client's key are the names that its programs know. */
const rights = text<{ scopes: readonly string[] }>(
  'Permisos',
  'Rights',
  ({ scopes }, language) =>
    scopes.map((scope) => (isStaffScope(scope) ? staffScopeWords[scope][language] : scope)).join(', ') ||
    null,
  40,
)

const secondFactor: Record<'on' | 'off', Words> = {
  on: { es: 'activada', en: 'on' },
  off: { es: 'desactivada', en: 'off' },
}
const access: Record<'invited' | 'active', Words> = {
  invited: { es: 'invitado', en: 'invited' },
  active: { es: 'activo', en: 'active' },
}

const person: readonly SheetColumn<User>[] = [
  text('Nombre', 'Name', ({ name }) => name, 26),
  text('E-mail', 'E-mail', ({ email }) => email, 30),
]
const role = wordsColumn<User, keyof typeof userRoleWords>(
  'Rol',
  'Role',
  userRoleWords,
  (user) => (user.role === 'staff' ? null : user.role),
  15,
)
const state: readonly SheetColumn<User>[] = [
  wordsColumn(
    'Estado',
    'State',
    access,
    ({ invitation_pending }) => (invitation_pending ? 'invited' : 'active'),
    12,
  ),
  wordsColumn(
    'Verificación en dos pasos',
    'Second factor',
    secondFactor,
    ({ two_factor_enabled }) => (two_factor_enabled ? 'on' : 'off'),
    24,
  ),
  moment('Último ingreso', 'Last seen', ({ last_seen_at }) => last_seen_at),
  moment('Alta', 'Added', ({ created_at }) => created_at),
]

const users = { es: 'usuarios', en: 'users' }

export const usersSheet = sheet({
  name: users,
  columns: [...person, role, ...state],
  rows: itemsAsRows<User>(),
})

const ofStaffView: readonly SheetColumn<StaffViewOfUser>[] = [
  ...person,
  text('Cliente', 'Client', ({ client_name }) => client_name, 30),
  role,
  rights,
  ...state,
]

export const staffViewOfUsersSheet = sheet({
  name: users,
  columns: ofStaffView,
  rows: itemsAsRows<StaffViewOfUser>(),
})

const ofKey: readonly SheetColumn<Omit<ApiKey, 'client_id'>>[] = [
  text('Nombre', 'Name', ({ name }) => name, 26),
  text('Empieza con', 'Begins with', ({ key_prefix }) => key_prefix, 14),
  rights,
  moment('Último uso', 'Last use', ({ last_used_at }) => last_used_at),
  moment('Vence', 'Expires', ({ expires_at }) => expires_at),
  moment('Revocada', 'Revoked', ({ revoked_at }) => revoked_at),
  moment('Alta', 'Added', ({ created_at }) => created_at),
]

export const keysSheet = sheet({
  name: { es: 'claves-de-api', en: 'api-keys' },
  columns: ofKey,
  rows: itemsAsRows<ApiKey>(),
})

export const staffKeysSheet = sheet({
  name: { es: 'claves-del-personal', en: 'staff-keys' },
  columns: ofKey,
  rows: itemsAsRows<StaffKey>(),
})
