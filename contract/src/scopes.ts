export const portalScopes = [
  'read:stock',
  'read:remitos',
  'read:activity',
  'read:orders',
  'write:orders',
  'read:account',
  'read:destinatarios',
  'write:destinatarios',
  'read:webhooks',
  'write:webhooks',
  'read:events',
  'read:requests',
  'read:inbound',
  'write:inbound',
] as const
export type PortalScope = (typeof portalScopes)[number]

export const staffScopes = [
  'staff:read',
  'staff:orders',
  'staff:receive',
  'staff:stock',
  'staff:account',
  'staff:clients',
  'staff:admin',
] as const
export type StaffScope = (typeof staffScopes)[number]

export type Scope = PortalScope | StaffScope

/** Whoever has the first scope has the second one, too. */
const implied: Partial<Record<StaffScope, StaffScope>> = { 'staff:stock': 'staff:receive' }

/** These scopes with those that they imply. */
export const withImplied = (scopes: readonly string[]): string[] => [
  ...new Set(scopes.flatMap((scope) => [scope, implied[scope as StaffScope] ?? scope])),
]

const readScopes = portalScopes.filter((scope) => scope.startsWith('read:'))

/** What the users of a client may do. */
export const scopesOfRole: Record<ClientRole, readonly PortalScope[]> = {
  administrator: portalScopes,
  operator: [...readScopes, 'write:orders', 'write:destinatarios', 'write:inbound'],
  reader: readScopes,
}

export const clientRoles = ['administrator', 'operator', 'reader'] as const
export type ClientRole = (typeof clientRoles)[number]

/** The staff have the scopes that were given to them. */
export const userRoles = [...clientRoles, 'staff'] as const
export type UserRole = (typeof userRoles)[number]
