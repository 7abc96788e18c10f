// Links that filter notices by state.
import { openInboundStatuses } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import styles from '../../ui/state-links.module.css'
import type { Search } from '../../ui/url-filters.ts'
import { useNoticeStates } from './notice-status.tsx'

const open = openInboundStatuses.join(',')

export function NoticeStateLinks({ to }: { to: '/inbound' | '/warehouse/inbound/list' }) {
  const { t } = useLingui()
  const states = useNoticeStates()
  const links: [string | undefined, string][] = [
    [undefined, t`All`],
    [open, t`All open`],
    ...Object.entries(states),
  ]
  return (
    <nav aria-label={t`State`} className={`${styles['states']} not-printed`}>
      {links.map(([status, label]) => (
        // Marked only if it leads to exactly what is shown.
        <Link
          key={status ?? ''}
          to={to}
          search={(search: Search) => ({ ...search, status })}
          replace
          resetScroll={false}
          activeOptions={{ exact: true }}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
