import { useLingui } from '@lingui/react/macro'

/** A first request with a new key. */
export function useTrial() {
  const { t } = useLingui()
  return { path: '/api/v1/portal/me', note: t`The answer names your company, the key and its limits.` }
}
