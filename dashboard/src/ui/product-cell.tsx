import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import styles from './values.module.css'

/** A product in a table: its name, linked to its stock, and its SKU. */
export function ProductCell({
  id,
  name,
  sku,
  children,
}: {
  id: string
  name: string
  sku: string
  children?: ReactNode
}) {
  return (
    <div className={styles['product']}>
      <Link to="/stock/$id" params={{ id }}>
        {name}
      </Link>
      <span className="mono quiet">{sku}</span>
      {children ? <span className={styles['note']}>{children}</span> : null}
    </div>
  )
}
