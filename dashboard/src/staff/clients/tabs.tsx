import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../shared/session.ts'
import styles from '../../ui/state-links.module.css'

/** The parts of the page of a client. */
export function ClientTabs({ id }: { id: string }) {
  const { t } = useLingui()
  const seesSandbox = useMay('staff:clients')
  if (!seesSandbox) return null
  return (
    <nav aria-label={t`Of the client`} className={`${styles['states']} not-printed`}>
      <Link to="/warehouse/clients/$id" params={{ id }} activeOptions={{ exact: true }}>{t`Live`}</Link>
      <Link to="/warehouse/clients/$id/sandbox" params={{ id }}>{t`Sandbox`}</Link>
    </nav>
  )
}
