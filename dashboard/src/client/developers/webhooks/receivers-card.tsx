import { Trans, useLingui } from '@lingui/react/macro'
import { SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { one } from '../../../shared/api.ts'
import { Card, Stacked } from '../../../ui/card.tsx'
import { Code } from '../../../ui/code.tsx'
import styles from './receivers-card.module.css'

const receiverCode = one(['session', 'receivers'], async () => (await import('./receivers.ts')).receivers)

/** Sample code that verifies deliveries, by language. */
export function ReceiversCard() {
  const { t } = useLingui()
  const { data: receivers } = useQuery({ ...receiverCode, staleTime: Number.POSITIVE_INFINITY })
  const [language, setLanguage] = useState('TypeScript')
  const shown = receivers?.find((receiver) => receiver.language === language)
  return (
    <Card title={t`Verify what arrives`}>
      <Stacked>
        <p className="quiet">
          <Trans>
            Pass the header Service-Signature, the body as it arrived, before anything parses it, and the
            secret.
          </Trans>
        </p>
        {shown && receivers ? (
          <>
            <div className={styles['languages']}>
              <SegmentedControl
                size="xs"
                aria-label={t`Programming language`}
                data={receivers.map((receiver) => receiver.language)}
                value={language}
                onChange={setLanguage}
              />
            </div>
            <Code label={shown.file} text={shown.code} />
          </>
        ) : (
          <Skeleton height={240} />
        )}
      </Stacked>
    </Card>
  )
}
