// The navigation on phones: four pages within reach of the thumb, the others under More.
import { useLingui } from '@lingui/react/macro'
import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { MenuOnDemand } from '../ui/menu-on-demand.tsx'
import styles from './bottom-bar.module.css'
import { entriesInBar, useNavigation } from './navigation.ts'

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
      {entries.length > entriesInBar ? (
        <MenuOnDemand
          position="top-end"
          width={220}
          button={(props) => (
            <UnstyledButton className={styles['entry']} {...props}>
              <Ellipsis size={18} aria-hidden="true" />
              {t`More`}
            </UnstyledButton>
          )}
          entries={(Menu) =>
            entries.slice(entriesInBar).map(({ to, label, icon: Icon }) => (
              <Menu.Item
                key={to}
                component={Link}
                to={to}
                leftSection={<Icon size={16} aria-hidden="true" />}
              >
                {label}
              </Menu.Item>
            ))
          }
        />
      ) : null}
    </nav>
  )
}
