import { useLingui } from '@lingui/react/macro'
import { Button, Progress } from '@mantine/core'
import { formatBytes } from '../../ui/format.ts'
import { useProblemText } from '../../ui/problem-texts.ts'
import styles from './documents.module.css'
import type { Upload } from './use-uploads.ts'

export function UploadRow({
  file,
  state,
  error,
  retry,
  dismiss,
}: Upload & { retry: () => void; dismiss: () => void }) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const fault = state === 'failed' ? textOf(error) : null
  return (
    <li>
      <span className={styles['name']}>
        {file.name} <span className="quiet numeric">{formatBytes(file.size)}</span>
        {fault ? (
          <span role="alert" className={styles['fault']}>
            {fault.title}. {fault.detail}
          </span>
        ) : null}
      </span>
      {fault ? (
        <span />
      ) : (
        <span className="quiet" role="status">
          {state === 'sending' ? t`Uploading…` : t`Waiting`}
          {state === 'sending' ? <Progress value={100} size={3} animated aria-label={file.name} /> : null}
        </span>
      )}
      {fault ? (
        <span className={styles['buttons']}>
          <Button size="compact-sm" onClick={retry}>{t`Try again`}</Button>
          <Button size="compact-sm" onClick={dismiss}>{t`Dismiss`}</Button>
        </span>
      ) : (
        <span />
      )}
    </li>
  )
}
