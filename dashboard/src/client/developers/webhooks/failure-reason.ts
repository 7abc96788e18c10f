import { useLingui } from '@lingui/react/macro'

/** Why an attempt failed. The usual reasons are translated; all others are shown in the service's own words. */
export function useFailureReason(): (reason: string) => string {
  const { t } = useLingui()
  const texts: Record<string, string> = {
    'connection refused': t`connection refused`,
    'connection reset': t`connection reset`,
    'the host does not answer': t`the host does not answer`,
    'host unreachable': t`host unreachable`,
    'DNS: name not found': t`DNS: name not found`,
    'DNS: no answer': t`DNS: no answer`,
  }
  return (reason) => {
    const [, seconds] = /^timed out after ([\d.]+) s$/.exec(reason) ?? []
    return seconds ? t`timed out after ${seconds} s` : (texts[reason] ?? reason)
  }
}
