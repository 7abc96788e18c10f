// The names of the staff's scopes, in the contract's order.
import rules from 'contract:backoffice/POST /staff-keys'
import type { NewStaffKey } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'

type StaffScope = NewStaffKey['scopes'][number]

export const staffScopes = (rules.body.properties?.['scopes']?.items?.enum ?? []) as readonly StaffScope[]

/** Whoever may do the first may do the second, too. */
const implied: Partial<Record<string, string>> = { 'staff:stock': 'staff:receive' }

export const isImplied = (scope: string, by: readonly string[]) => by.some((one) => implied[one] === scope)

export const staffScopesIn = (names: readonly string[]): StaffScope[] =>
  staffScopes.filter((scope) => names.includes(scope))

export function useScopeTexts(): (scope: string) => { label: string; note: string } {
  const { t } = useLingui()
  const texts: Record<string, { label: string; note: string }> = {
    'staff:read': {
      label: t`See everything`,
      note: t`All clients, orders, stock and accounts. Every page needs it, except Receive.`,
    },
    'staff:orders': { label: t`Orders`, note: t`Approve, reject, prepare, dispatch, deliver and cancel.` },
    'staff:receive': {
      label: t`Receive goods`,
      note: t`Enter what arrives, with the names, products and lots of all clients in sight, and nothing else.`,
    },
    'staff:stock': {
      label: t`Goods`,
      note: t`Products; receive, send out, count, adjust, transfer and hold.`,
    },
    'staff:account': { label: t`Money`, note: t`Payments, sales on credit, credit notes and reversals.` },
    'staff:clients': {
      label: t`Clients`,
      note: t`Add, change and suspend clients, manage their keys, and see what they see.`,
    },
    'staff:admin': {
      label: t`Administration`,
      note: t`Users of the staff and of every client, and the keys of the staff.`,
    },
  }
  return (scope) => texts[scope] ?? { label: scope, note: '' }
}
