// The navigation of phones: four pages within reach of the thumb, and the rest behind one more.
import { useLingui } from '@lingui/react/macro'
import { Menu, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import styles from './bottom-bar.module.css'
import { useNavigation } from './navigation.ts'

const entriesInBar = 4

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
      <Menu position="top-end" width={220}>
        <Menu.Target>
          <UnstyledButton className={styles['entry']}>
            <Ellipsis size={18} aria-hidden="true" />
            {t`More`}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {entries.slice(entriesInBar).map(({ to, label, icon: Icon }) => (
            <Menu.Item key={to} component={Link} to={to} leftSection={<Icon size={16} aria-hidden="true" />}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </nav>
  )
}
