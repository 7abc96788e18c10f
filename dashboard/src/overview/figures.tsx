// The four figures at the top of the overview, each linked to its list.
import type { Overview } from '@anden/sdk'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useMay } from '../shell/session.ts'
import { Columns } from '../ui/card.tsx'
import { BalanceFigure } from './balance-figure.tsx'
import { ExpiringFigure } from './expiring-figure.tsx'
import styles from './figures.module.css'
import { OpenOrdersFigure } from './open-orders-figure.tsx'
import { WebhooksFigure } from './webhooks-figure.tsx'

export function Figures({ overview }: { overview: Overview | undefined }) {
  const seesOrders = useMay('read:orders')
  const seesStock = useMay('read:stock')
  const seesAccount = useMay('read:account')
  const seesWebhooks = useMay('read:webhooks')
  return (
    <Columns columns="stats">
      {seesOrders ? <OpenOrdersFigure open={overview?.orders?.open} /> : null}
      {seesStock ? <ExpiringFigure lots={overview?.lots} /> : null}
      {seesAccount ? <BalanceFigure months={overview?.account?.balance_per_month} /> : null}
      {seesWebhooks ? <WebhooksFigure webhooks={overview?.webhooks} /> : null}
    </Columns>
  )
}

/** A figure, or its placeholder while it loads. */
export function Figure({ children }: { children: ReactNode }) {
  if (children !== null) return children
  return (
    <span className={styles['figure']}>
      <Skeleton component="span" height={20} width={96} />
    </span>
  )
}

/** The note below a figure. It reserves three lines from the start. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <div className={styles['note']}>
      {children ?? (
        <span className={styles['line']}>
          <Skeleton component="span" height={12} width="80%" />
        </span>
      )}
    </div>
  )
}

/** The parts of a note, separated by dots. */
export function Parts({ children }: { children: readonly ReactNode[] }) {
  const parts = children.filter(Boolean)
  return (
    <ul className={styles['parts']}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no identity besides its position
        <li key={index}>{part}</li>
      ))}
    </ul>
  )
}
