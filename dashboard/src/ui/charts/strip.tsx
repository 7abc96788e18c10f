import styles from './strip.module.css'

export type Attempt = { key: string; outcome: 'ok' | 'late' | 'failed'; title: string }

/** Attempts one after the other: good ones tall, failed ones short, so that it reads without colour. */
export function Strip({ label, attempts }: { label: string; attempts: readonly Attempt[] }) {
  return (
    <div role="img" aria-label={label} className={styles['strip']}>
      {attempts.map(({ key, outcome, title }) => (
        <i key={key} className={styles[outcome]} title={title} />
      ))}
    </div>
  )
}
