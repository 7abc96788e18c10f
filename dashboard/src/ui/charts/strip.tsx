import styles from './strip.module.css'

export type Attempt = { key: string; outcome: 'ok' | 'late' | 'failed'; title: string }

/** A row of attempts. Successful ones are tall and failed ones short, so that it is readable without colour. */
export function Strip({ label, attempts }: { label: string; attempts: readonly Attempt[] }) {
  return (
    <div role="img" aria-label={label} className={styles['strip']}>
      {attempts.map(({ key, outcome, title }) => (
        <i key={key} className={styles[outcome]} title={title} />
      ))}
    </div>
  )
}
