// The navigation on phones: four pages within reach of the thumb, the others under More.
import { useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { MenuOnDemand } from '../ui/menu-on-demand.tsx'
import styles from './bottom-bar.module.css'
import { entriesInBar, useNavigation } from './navigation.ts'

const load = () => import('./more-entries.tsx')
const MoreEntries = lazy(async () => ({ default: (await load()).MoreEntries }))

export function BottomBar() {
  const { t } = useLingui()
  const entries = useNavigation().flatMap((section) => section.entries)
  return (
    <nav aria-label={t`Main, at the bottom`} className={`${styles['bar']} not-printed`}>
      {entries.slice(0, entriesInBar).map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          className={styles['entry']}
          activeOptions={{ exact: to === '/' || to === '/warehouse', includeSearch: false }}
          activeProps={{ className: styles['active'], 'aria-current': 'page' }}
        >
          <Icon size={18} aria-hidden="true" />
          {label}
        </Link>
      ))}
      <MenuOnDemand
        load={load}
        button={(props) => (
          <UnstyledButton className={styles['entry']} {...props}>
            <Ellipsis size={18} aria-hidden="true" />
            {t`More`}
          </UnstyledButton>
        )}
        menu={(button) => <MoreEntries button={button} />}
      />
    </nav>
  )
}
