import { useLingui } from '@lingui/react/macro'
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useSession } from '../shared/session.ts'
import { Brand } from './brand.tsx'
import { useNavigation } from './navigation.ts'
import styles from './side-bar.module.css'

export function SideBar() {
  const { t } = useLingui()
  const sections = useNavigation()
  const { client, user } = useSession()
  const isNarrow = useMediaQuery('(max-width: 1100px)') ?? false
  return (
    <aside className={`${styles['bar']} not-printed`}>
      <Brand />
      <div className={styles['who']}>
        <b title={client?.name}>{client?.name ?? t`Warehouse`}</b>
        <span title={user.email}>{user.name}</span>
      </div>
      <nav aria-label={t`Main`}>
        {sections.map(({ label, entries }) => (
          <div key={label} className={styles['section']}>
            {label && entries.length > 0 ? <h2>{label}</h2> : null}
            {entries.map(({ to, label: name, icon: Icon, count: Count }) => (
              <Link
                key={to}
                to={to}
                className={styles['entry']}
                title={isNarrow ? name : undefined}
                activeOptions={{ exact: to === '/' || to === '/warehouse', includeSearch: false }}
                activeProps={{ className: styles['active'], 'aria-current': 'page' }}
              >
                <Icon size={16} aria-hidden="true" />
                <span>{name}</span>
                {Count ? (
                  <small className={styles['count']}>
                    <Count />
                  </small>
                ) : null}
              </Link>
            ))}
          </div>
        ))}
      </nav>
    </aside>
  )
}
