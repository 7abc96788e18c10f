// On a developer's page that is still empty: where to begin without consequences.
import { Trans } from '@lingui/react/macro'
import { addressIn, isSandbox } from '../../shared/environment.ts'
import styles from './try-in-sandbox.module.css'

export function TryInSandbox() {
  if (isSandbox) return null
  return (
    <p className={styles['note']}>
      <Trans>
        Nothing has to be real for a start:{' '}
        <a href={addressIn('sandbox', '/developers/sandbox')}>try it in the sandbox</a>, with a test key.
      </Trans>
    </p>
  )
}
