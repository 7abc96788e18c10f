import type { NewUser } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'

export type ClientRole = NewUser['role']
export const clientRoles: readonly ClientRole[] = ['administrator', 'operator', 'reader']

export function useRoles(): Record<ClientRole, { label: string; note: string }> {
  const { t } = useLingui()
  return {
    administrator: {
      label: t`Administrator`,
      note: t`Places orders, and manages keys, webhooks and users.`,
    },
    operator: {
      label: t`Operator`,
      note: t`Places orders, maintains recipients and sees everything except keys and users.`,
    },
    reader: { label: t`Reader`, note: t`Sees everything except keys and users, and changes nothing.` },
  }
}
