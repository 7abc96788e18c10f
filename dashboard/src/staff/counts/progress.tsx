import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { formatBytes, formatPercent } from '../../ui/format.ts'
import styles from './counts.module.css'
import type { CountState } from './use-count.ts'

type Running = Extract<CountState, { step: 'checking' | 'applying' }>

/** The upload has a known progress; the service's work on the file does not. */
export function CountProgress({ step, share, file, leave }: Running & { leave: () => void }) {
  const { t } = useLingui()
  const isSent = share >= 1
  const working = step === 'checking' ? t`Comparing with the stock…` : t`Applying the count…`
  return (
    <Card
      title={file.name}
      aside={
        step === 'checking' ? (
          <Button size="compact-sm" onClick={leave}>
            {t`Cancel`}
          </Button>
        ) : null
      }
    >
      <div className={styles['progress']}>
        <Progress
          value={isSent ? 100 : share * 100}
          animated={isSent}
          aria-label={isSent ? working : t`Upload of the file`}
        />
        <p role="status">
          {isSent ? (
            working
          ) : (
            <Trans>
              Sending {formatBytes(file.size)}: {formatPercent(Math.floor(share * 100) / 100)}
            </Trans>
          )}
        </p>
        {step === 'applying' ? (
          <p className="quiet">{t`This can take a minute for a large file. All of it is applied, or nothing.`}</p>
        ) : (
          <p className="quiet">{t`Nothing changes yet.`}</p>
        )}
      </div>
    </Card>
  )
}
