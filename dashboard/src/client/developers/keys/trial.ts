import { useLingui } from '@lingui/react/macro'

/** The first request to make with a new key. */
export function useTrial() {
  const { t } = useLingui()
  return { path: '/api/v1/portal/me', note: t`The answer names your company, the key and its limits.` }
}
