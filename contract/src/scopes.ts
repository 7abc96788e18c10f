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
] as const
export type PortalScope = (typeof portalScopes)[number]

export const staffScopes = [
  'staff:read',
  'staff:orders',
  'staff:stock',
  'staff:account',
  'staff:clients',
  'staff:admin',
] as const
export type StaffScope = (typeof staffScopes)[number]

export type Scope = PortalScope | StaffScope

/** An administrator has every portal scope, a reader every `read:` scope, and staff the scopes granted to them. */
export const userRoles = ['administrator', 'reader', 'staff'] as const
export const clientRoles = ['administrator', 'reader'] as const
