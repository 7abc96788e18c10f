import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { formatBytes, formatPercent } from '../../ui/format.ts'
import styles from './files.module.css'

type UploadProgressProps = {
  file: File
  /** The part of the file that has been sent; at 1 the service is working on it. */
  share: number
  /** What the service is doing then. */
  working: string
  note: string
  cancel?: (() => void) | undefined
}

/** The upload has a known progress; the service's work on the file does not. */
export function UploadProgress({ file, share, working, note, cancel }: UploadProgressProps) {
  const { t } = useLingui()
  const isSent = share >= 1
  const button = cancel ? (
    <Button size="compact-sm" onClick={cancel}>
      {t`Cancel`}
    </Button>
  ) : null
  return (
    <Card title={file.name} aside={button}>
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
        <p className="quiet">{note}</p>
      </div>
    </Card>
  )
}
