// In place of what can be done in a sandbox, while it is being reset or after that has failed.
import type { SandboxReset } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Card } from '../../ui/card.tsx'
import { formatPercent } from '../../ui/format.ts'
import { Warning } from '../../ui/warning.tsx'
import styles from './sandbox.module.css'

export function Resetting({ state, done, total, problem }: SandboxReset) {
  const { t } = useLingui()
  const share = Math.min(1, done / Math.max(1, total))
  if (state === 'failed')
    return (
      <Card title={t`The last reset has failed`}>
        <Warning>
          {problem?.detail} <span className="mono">{problem?.code}</span>
        </Warning>
        <p>{t`Reset it once more. Until then the sandbox can do nothing.`}</p>
      </Card>
    )
  return (
    <Card title={t`The sandbox is being reset`} aside={formatPercent(share)}>
      <progress
        className={styles['progress']}
        aria-label={t`The sandbox is being reset`}
        value={share}
        max={1}
      />
      <p className="quiet">
        <Trans>Until it is done, nothing else can be done here.</Trans>
      </p>
    </Card>
  )
}
