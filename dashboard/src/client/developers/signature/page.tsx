// Explains why a signature does not match. Everything runs in the browser: nothing is sent or stored.
import { Trans, useLingui } from '@lingui/react/macro'
import { PasswordInput, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Card, Columns, Stacked } from '../../../ui/card.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Page } from '../../../ui/page.tsx'
import { ReceiversCard } from '../webhooks/receivers-card.tsx'
import { type Diagnosis, diagnose, type Pasted } from './diagnose.ts'
import styles from './page.module.css'
import { useDiagnosisText } from './texts.ts'

const nothing: Pasted = { header: '', body: '', secret: '' }

export function SignatureDebugger() {
  const { t } = useLingui()
  const [pasted, setPasted] = useState(nothing)
  const set = (part: Partial<Pasted>) => setPasted((was) => ({ ...was, ...part }))
  const diagnosis = useDiagnosis(pasted)
  return (
    <Page
      title={t`Signature debugger`}
      intro={<Trans>Paste what arrived. It stays in this page: nothing is sent, and nothing is kept.</Trans>}
      crumbs={[{ to: '/developers/webhooks', label: t`Webhooks` }]}
    >
      <Columns columns="1fr 1fr">
        <Card title={t`What arrived`}>
          <Stacked>
            <Textarea
              label={t`Header Service-Signature, or all headers`}
              placeholder="t=1793627110,v1=8d2c…"
              autosize
              minRows={2}
              maxRows={8}
              spellCheck={false}
              classNames={{ input: 'mono' }}
              value={pasted.header}
              onChange={({ currentTarget }) => set({ header: currentTarget.value })}
            />
            <Textarea
              label={t`Body`}
              placeholder='{"id":"evt_…","type":"order.created",…}'
              autosize
              minRows={6}
              maxRows={16}
              spellCheck={false}
              classNames={{ input: 'mono' }}
              value={pasted.body}
              onChange={({ currentTarget }) => set({ body: currentTarget.value })}
            />
            <PasswordInput
              label={t`Signing secret`}
              placeholder="whsec_…"
              autoComplete="off"
              value={pasted.secret}
              onChange={({ currentTarget }) => set({ secret: currentTarget.value })}
            />
          </Stacked>
        </Card>
        <Stacked>
          <Card title={t`Verdict`}>
            <Verdict diagnosis={diagnosis} />
          </Card>
          <ReceiversCard />
        </Stacked>
      </Columns>
    </Page>
  )
}

/** null until every field is filled in. */
function useDiagnosis(pasted: Pasted): Diagnosis | null {
  const [diagnosis, setDiagnosis] = useState<Diagnosis | null>(null)
  useEffect(() => {
    let isCurrent = true
    const isComplete = Object.values(pasted).every((text) => text.trim() !== '')
    if (!isComplete) return setDiagnosis(null)
    void diagnose(pasted, Math.floor(Date.now() / 1000)).then((found) => {
      if (isCurrent) setDiagnosis(found)
    })
    return () => {
      isCurrent = false
    }
  }, [pasted])
  return diagnosis
}

function Verdict({ diagnosis }: { diagnosis: Diagnosis | null }) {
  const { t } = useLingui()
  const textOf = useDiagnosisText()
  if (!diagnosis)
    return (
      <p role="status" className="quiet">
        <Trans>Paste header, body and secret: the verdict appears as you paste.</Trans>
      </p>
    )
  const { title, advice } = textOf(diagnosis)
  const { verdict } = diagnosis
  const tone = verdict === 'valid' ? 'ok' : verdict === 'too-old' || verdict === 'too-new' ? 'warn' : 'bad'
  const word = { ok: t`valid`, warn: t`refused`, bad: t`invalid` }[tone]
  return (
    <div role="status" className={styles['verdict']}>
      <Chip tone={tone}>{word}</Chip>
      <b>{title}</b>
      <p className="quiet">{advice}</p>
      {diagnosis.verdict === 'valid' ? (
        <p className="mono">
          {diagnosis.type} · {diagnosis.id}
        </p>
      ) : null}
    </div>
  )
}
