import type { DeliveryAttempt } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../../ui/chip.tsx'
import { formatClockSeconds, formatNumber, formatShortDay } from '../../../ui/format.ts'
import styles from './attempts.module.css'
import { useFailureReason } from './failure-reason.ts'

/** All attempts, oldest first. */
export function Attempts({ log }: { log: readonly DeliveryAttempt[] }) {
  const { t } = useLingui()
  const reasonOf = useFailureReason()
  if (log.length === 0) return <p className="quiet">{t`It was not attempted: the endpoint was paused.`}</p>
  return (
    <table className={styles['attempts']} aria-label={t`Attempts`}>
      <tbody>
        {log.map(({ number, started_at, response_status, duration_ms, error, failure }) => {
          const isGood = error === null
          return (
            <tr key={started_at}>
              <td>{number}</td>
              <td title={started_at}>
                {formatShortDay(started_at)} {formatClockSeconds(started_at)}
              </td>
              <td>
                <Chip tone={isGood ? 'ok' : 'bad'} {...(error ? { title: reasonOf(failure, error) } : {})}>
                  {response_status ?? t`no answer`}
                </Chip>
              </td>
              <td>{formatNumber(duration_ms)} ms</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
