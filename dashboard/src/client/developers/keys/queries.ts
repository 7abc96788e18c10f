import { useLingui } from '@lingui/react/macro'
import { one, portal, rows } from '../../../shared/api.ts'

export const keyList = rows(['keys'], portal.keys.list, {})

export const keyUsage = (id: string) =>
  one(['keys', id, 'usage'], (options) => portal.keys.usage.get(id, {}, options))

/** The first request to make with a new key. */
export function useTrial() {
  const { t } = useLingui()
  return { path: '/api/v1/portal/me', note: t`The answer names your company, the key and its limits.` }
}
