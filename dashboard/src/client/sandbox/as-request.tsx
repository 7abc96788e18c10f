// The request that a button of the page sends, for a program: as a curl command, with what the fields hold at the moment.
import { useLingui } from '@lingui/react/macro'
import { curlOf } from '../../shared/curl.ts'
import { Code } from '../../ui/code.tsx'
import styles from './sandbox.module.css'

type AsRequestProps = {
  method?: 'POST' | 'DELETE'
  /** Below the API of the portal. */
  path: string
  body?: object
}

export function AsRequest({ method = 'POST', path, body }: AsRequestProps) {
  const { t } = useLingui()
  const command = curlOf({
    method,
    address: `${location.origin}/api/v1/portal${path}`,
    key: 'ANDEN_TEST_KEY',
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (
    <details className={styles['request']}>
      <summary>
        <span className="mono">{`${method} ${path}`}</span>
      </summary>
      <Code label={t`As curl: ${method} ${path}`} text={command} />
    </details>
  )
}
