import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { formatClock } from '../ui/format.ts'
import { useCrumbs } from '../ui/page.tsx'
import { EnvironmentSwitch } from './environment-switch.tsx'
import type { LiveState } from './live.ts'
import { SearchButton } from './search-button.tsx'
import styles from './top-bar.module.css'
import { UserMenu } from './user-menu.tsx'

export function TopBar({ live }: { live: LiveState }) {
  const { t } = useLingui()
  const { above, title } = useCrumbs()
  return (
    <header className={`${styles['bar']} not-printed`}>
      <nav aria-label={t`Where you are`} className={styles['crumbs']}>
        <ol>
          {above.map(({ to, label }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
          {/* A page that is below no other has its title in its heading, right below this bar. */}
          <li aria-current="page" className={above.length === 0 ? 'visually-hidden' : undefined}>
            {title}
          </li>
        </ol>
      </nav>
      <EnvironmentSwitch />
      <SearchButton />
      <span role="status" className={live.isConnected ? styles['live'] : styles['away']}>
        {live.isConnected ? t`live` : t`no connection since ${formatClock(live.since)}`}
      </span>
      <UserMenu />
    </header>
  )
}
