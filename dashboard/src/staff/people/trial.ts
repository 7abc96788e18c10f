import { useLingui } from '@lingui/react/macro'

/** The first request to make with a new key. */
export function useStaffTrial() {
  const { t } = useLingui()
  return {
    path: '/api/v1/backoffice/clients?limit=1',
    note: t`The answer has the newest client, if the key may see everything.`,
  }
}
