import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { keyUsage } from './queries.ts'
import { oneDayMs, requestsSince } from './usage.ts'

/** The requests of the last day, which show whether any program still depends on the key. */
export function RecentUse({ keyId }: { keyId: string }) {
  const { t } = useLingui()
  const { data: usage } = useQuery(keyUsage(keyId))
  if (!usage) return null
  const count = requestsSince(usage, oneDayMs).all
  return t`${plural(count, { one: '# request', other: '# requests' })} in the last 24 hours.`
}
