// A key is for the live data or for the sandbox, and each side lists its own.
import { useLingui } from '@lingui/react/macro'
import { addressIn, environment } from '../../../shared/environment.ts'
import styles from '../../../ui/state-links.module.css'

export function EnvironmentTabs() {
  const { t } = useLingui()
  const sides = [
    { side: 'live', label: t`Live keys` },
    { side: 'sandbox', label: t`Test keys` },
  ] as const
  return (
    <nav aria-label={t`Keys for`} className={`${styles['states']} not-printed`}>
      {sides.map(({ side, label }) => (
        <a
          key={side}
          href={addressIn(side, '/developers/keys')}
          aria-current={side === environment ? 'page' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
