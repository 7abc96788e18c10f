// The bar above every page of the sandbox: it says that nothing here is real, names its day if that is ahead, and leads back.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { addressIn, counterpart } from '../shared/environment.ts'
import { sandboxQuery } from '../shared/sandbox.ts'
import { realToday } from '../ui/format.ts'
import { CalendarDate } from '../ui/values.tsx'
import styles from './sandbox-bar.module.css'

export function SandboxBar() {
  const { t } = useLingui()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { data: sandbox } = useQuery(sandboxQuery)
  return (
    <section aria-label={t`Sandbox`} className={styles['bar']}>
      <FlaskConical size={16} aria-hidden="true" />
      <p>
        <b>{t`Sandbox`}</b>{' '}
        <span>
          <Trans>Goods, orders and money here do not exist.</Trans>
        </span>{' '}
        {sandbox && sandbox.day !== realToday() ? (
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
