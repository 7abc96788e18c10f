// The background jobs of the service: whether they ran, and what they could not do.
import type { Today } from '@anden/sdk/backoffice'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Moment } from '../../ui/values.tsx'
import styles from './today.module.css'

type Job = Today['jobs'][number]

export function BackgroundJobs({ jobs, hasBooks }: { jobs: readonly Job[]; hasBooks: boolean }) {
  const { t } = useLingui()
  const names: Record<Job['job'], string> = {
    mail: t`Mail`,
    'lot-expiring': t`Notice of lots that expire`,
    'remito-cai': t`Check of the books of remitos`,
    retention: t`Removal of old records`,
  }
  return (
    <Card title={t`In the background`} flush>
      <ul className={styles['rows']}>
        {jobs.map((job) => (
          <li key={job.job}>
            <span>{names[job.job]}</span>
            <span className={styles['chips']}>
              {job.last_run_at ? (
                <span className="quiet">
                  <Moment at={job.last_run_at} ago />
                </span>
              ) : null}
              {job.job === 'remito-cai' && !hasBooks ? <NoCai /> : <State {...job} />}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** Without a CAI there is nothing to check, and egresos are issued without one. */
function NoCai() {
  return (
    <Chip tone="mute">
      <Trans>no CAI is used</Trans>
    </Chip>
  )
}

function State({ waiting, failed }: Job) {
  if (failed > 0)
    return (
      <Chip tone="bad">
        <Plural value={failed} one="# failed" other="# failed" />
      </Chip>
    )
  if (waiting > 0)
    return (
      <Chip tone="warn">
        <Plural value={waiting} one="# waiting" other="# waiting" />
      </Chip>
    )
  return (
    <Chip tone="ok">
      <Trans>up to date</Trans>
    </Chip>
  )
}
