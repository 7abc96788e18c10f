// Changes between the live data of a client and its sandbox. Both are links, so that either can be opened in a tab of its own.
import { useLingui } from '@lingui/react/macro'
import { useLocation } from '@tanstack/react-router'
import { FlaskConical } from 'lucide-react'
import { addressIn, counterpart, environment } from '../shared/environment.ts'
import { useSession } from '../shared/session.ts'
import styles from './environment-switch.module.css'

export function EnvironmentSwitch() {
  const { t } = useLingui()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const { client } = useSession()
  if (client === null) return null
  const sides = [
    { side: 'live', name: t`Live` },
    { side: 'sandbox', name: t`Sandbox` },
  ] as const
  return (
    <nav aria-label={t`Environment`} className={styles['switch']} data-environment={environment}>
      {sides.map(({ side, name }) =>
        side === environment ? (
          <span key={side} aria-current="true">
            {name}
          </span>
        ) : (
          <a key={side} href={addressIn(side, counterpart(path, side))} title={name}>
            {side === 'sandbox' ? <FlaskConical size={16} aria-hidden="true" /> : null}
            <span>{name}</span>
          </a>
        ),
      )}
    </nav>
  )
}
