// The bar above every page of the sandbox: it says that nothing here is real, names its day if that is ahead, and leads back.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { queryClient, sandboxKey } from '../../shared/api.ts'
import { addressIn, counterpart } from '../../shared/environment.ts'
import { sandboxQuery } from '../../shared/sandbox.ts'
import { formatPercent, realToday } from '../../ui/format.ts'
import { CalendarDate } from '../../ui/values.tsx'
import styles from './bar.module.css'

export function SandboxBar() {
  const { t } = useLingui()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { data: sandbox } = useQuery(sandboxQuery)
  const reset = sandbox?.reset ?? null
  const isClosed = reset !== null && reset.state !== 'done'
  useReloadAfterReset(reset?.state)
  return (
    <section aria-label={t`Sandbox`} className={styles['bar']}>
      <FlaskConical size={16} aria-hidden="true" />
      <p>
        <b>{t`Sandbox`}</b>{' '}
        <span>
          <Trans>Goods, orders and money here do not exist.</Trans>
        </span>{' '}
        {isClosed ? (
          <Link to="/developers/sandbox" role="status">
            {reset.state === 'running'
              ? t`It is being reset: ${formatPercent(Math.min(1, reset.done / Math.max(1, reset.total)))}`
              : t`The last reset has failed`}
          </Link>
        ) : null}
        {sandbox && !isClosed && sandbox.day !== realToday() ? (
          <Link to="/developers/sandbox">
            <Trans>
              Its day is <CalendarDate date={sandbox.day} />.
            </Trans>
          </Link>
        ) : null}
      </p>
      <Button component="a" size="compact-sm" href={addressIn('live', counterpart(path, 'live'))}>
        {t`Back to the live data`}
      </Button>
    </section>
  )
}

/**
 * Nothing that a page shows outlives a reset, so it is loaded anew at the end. Somebody else may have begun it: the page then learns
 * of it by what it is refused.
 */
function useReloadAfterReset(state: string | undefined): void {
  const wasRunning = useRef(false)
  useEffect(() => {
    if (state === 'running') wasRunning.current = true
    else if (wasRunning.current) location.reload()
  }, [state])
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ query, type }) => {
        const error = query.state.error as { code?: string } | null
        if (type === 'updated' && error?.code === 'sandbox/resetting' && !wasRunning.current)
          void queryClient.invalidateQueries({ queryKey: sandboxKey })
      }),
    [],
  )
}
