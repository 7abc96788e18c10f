import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import styles from './stock-tabs.module.css'

/** The two lists of stock: by product and by lot. */
export function StockTabs() {
  const { t } = useLingui()
  const active = { className: styles['active'] ?? '', 'aria-current': 'page' as const }
  return (
    <nav aria-label={t`Stock by`} className={`${styles['tabs']} not-printed`}>
      <Link to="/stock" activeOptions={{ exact: true, includeSearch: false }} activeProps={active}>
        {t`Products`}
      </Link>
      <Link to="/stock/lots" activeOptions={{ exact: true, includeSearch: false }} activeProps={active}>
        {t`Lots`}
      </Link>
    </nav>
  )
}
