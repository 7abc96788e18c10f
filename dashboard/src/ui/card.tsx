import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import styles from './card.module.css'

/** A titled part of a page. With `flush`, its content reaches the edges, as a table does. */
export function Card({
  title,
  aside,
  flush = false,
  children,
}: {
  title: ReactNode
  aside?: ReactNode
  flush?: boolean
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className={styles['card']}>
      <header className={styles['header']}>
        <h2 id={heading}>{title}</h2>
        {aside ? <div className={styles['aside']}>{aside}</div> : null}
      </header>
      <div className={flush ? styles['flush'] : styles['content']}>{children}</div>
    </section>
  )
}

/** One figure that links to its list. Its note can contain other links. */
export function Stat({
  label,
  value,
  note,
  to,
  search,
}: {
  label: string
  value: ReactNode
  note?: ReactNode
  to?: string
  search?: Record<string, unknown>
}) {
  const figure = (
    <>
      <span className={styles['label']}>{label}</span>
      <span className={styles['value']}>{value}</span>
    </>
  )
  return (
    <div className={styles['stat']}>
      {to ? (
        <Link to={to} search={search ?? {}} className={styles['link']}>
          {figure}
        </Link>
      ) : (
        figure
      )}
      {note ? <div className={styles['note']}>{note}</div> : null}
    </div>
  )
}

/** Cards beside each other if there is room. `columns` are shares, such as `2fr 1fr`. */
export function Columns({
  columns,
  children,
}: {
  columns: '1fr 1fr' | '2fr 1fr' | 'stats'
  children: ReactNode
}) {
  const name = { '1fr 1fr': 'even', '2fr 1fr': 'wide', stats: 'stats' }[columns]
  return <div className={styles[name]}>{children}</div>
}

export function Stacked({ children }: { children: ReactNode }) {
  return <div className={styles['stacked']}>{children}</div>
}

/** A list of labels and values. Entries whose value is null are omitted. */
export function Facts({ entries }: { entries: readonly (readonly [label: string, value: ReactNode])[] }) {
  return (
    <dl className={styles['facts']}>
      {entries
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** An empty list: its purpose and the first step. */
export function Empty({
  title,
  children,
  action,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className={styles['empty']}>
      <p className={styles['title']}>{title}</p>
      {children ? <p className={styles['text']}>{children}</p> : null}
      {action}
    </div>
  )
}
