import { useLingui } from '@lingui/react/macro'

export type ClientRole = 'administrator' | 'reader'
export const clientRoles: readonly ClientRole[] = ['administrator', 'reader']

export function useRoles(): Record<ClientRole, { label: string; note: string }> {
  const { t } = useLingui()
  return {
    administrator: {
      label: t`Administrator`,
      note: t`Places orders, and manages keys, webhooks and users.`,
    },
    reader: { label: t`Reader`, note: t`Sees everything except keys and users, and changes nothing.` },
  }
}
