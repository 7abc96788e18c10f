// Receives goods that were announced, on a phone at the gate: one scan or one tick per line. Codes that are scanned before the
// page is complete are read as soon as it is.
import type { StaffInboundNoticeDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NoticeChip } from '../../../shared/inbound/notice-status.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { DetailSkeleton } from '../../../ui/detail.tsx'
import { useBottomBar } from '../../../ui/notices.tsx'
import { Page } from '../../../ui/page.tsx'
import { ProblemNote } from '../../../ui/problem.tsx'
import { Warning } from '../../../ui/warning.tsx'
import counting from '../../prepare/prepare.module.css'
import { ScanTools } from '../../prepare/scan-tools.tsx'
import { ScanField } from '../../scan/scan-field.tsx'
import { staffNoticeById } from '../queries.ts'
import { useArrival } from '../use-arrival.ts'
import { ReceivedLines } from './lines.tsx'
import styles from './receive.module.css'
import { ScanNote } from './scan-note.tsx'
import { type ReceiptForm, useReceipt } from './use-receipt.ts'
import { numbersShown } from './values.ts'

export function ReceiveNotice({ id }: { id: string }) {
  const { t } = useLingui()
  const notice = useQuery(staffNoticeById(id))
  const { data } = notice
  const early = useRef<string[]>([])
  const crumbs = [
    { to: '/warehouse/inbound', label: t`Arrivals` },
    ...(data ? [{ to: `/warehouse/inbound/${id}`, label: data.number }] : []),
  ]
  return (
    <Page
      title={data ? t`Receive ${data.number}` : t`Receive goods`}
      mark={data ? <NoticeChip status={data.status} /> : null}
      // A line from the start, so that what is below does not move.
      intro={data ? [data.client_name, data.reference, data.carrier].filter(Boolean).join(' · ') : '\u00a0'}
      crumbs={crumbs}
    >
      {notice.isError && !data ? (
        <ProblemNote error={notice.error} retry={() => void notice.refetch()} />
      ) : data?.status === 'arrived' || data?.status === 'receiving' ? (
        <Receiving notice={data} early={early.current} />
      ) : data ? (
        <NotNow {...data} />
      ) : (
        <>
          <div className={counting['top']}>
            <ScanField label={t`Scan a code, or type a SKU`} scan={(code) => void early.current.push(code)} />
          </div>
          <DetailSkeleton />
        </>
      )}
    </Page>
  )
}

/** Before the goods are there, and after they were received. */
function NotNow(notice: StaffInboundNoticeDetail) {
  const { t } = useLingui()
  const arrival = useArrival(notice)
  const { id, status } = notice
  if (status === 'announced')
    return (
      <>
        {arrival.isError ? <ProblemNote error={arrival.error} /> : null}
        <Warning>
          {t`The client can still change this notice. Say that the goods are here, then receive them.`}
        </Warning>
        <div>
          <Button variant="filled" loading={arrival.isPending} onClick={() => arrival.mutate()}>
            {t`It has arrived`}
          </Button>
        </div>
      </>
    )
  return (
    <>
      <Warning>
        {status === 'cancelled'
          ? t`This notice was cancelled: nothing can be received against it.`
          : t`This notice is closed: all that came is received.`}
      </Warning>
      <div>
        <ButtonLink to="/warehouse/inbound/$id" params={{ id }} variant="filled">
          {t`See the notice`}
        </ButtonLink>
      </div>
    </>
  )
}

type ReceivingProps = { notice: StaffInboundNoticeDetail; early: string[] }

function Receiving({ notice, early }: ReceivingProps) {
  const { t } = useLingui()
  const form = useReceipt(notice)
  const latestScan = useRef(form.scan)
  latestScan.current = form.scan
  useEffect(() => {
    for (const code of early.splice(0)) latestScan.current(code)
  }, [early])
  return (
    <>
      <div className={counting['top']}>
        <ScanTools scan={form.scan}>
          <ScanField label={t`Scan a code, or type a SKU`} scan={form.scan} />
        </ScanTools>
        <ScanNote said={form.said} />
      </div>
      <form className={styles['form']} onSubmit={form.submit} noValidate>
        {form.contested.length > 0 ? (
          <div role="alert">
            <Warning>
              {t`Somebody else has received of this notice meanwhile. Look at the marked lines before you save.`}
            </Warning>
          </div>
        ) : null}
        <ReceivedLines form={form} notice={notice} />
        <div className={styles['tools']}>
          <Numbers form={form} notice={notice} />
          <Button onClick={form.tickAll}>{t`Tick all that is to come`}</Button>
        </div>
        {form.problem ? <ProblemNote error={form.problem} /> : null}
        <Foot form={form} />
      </form>
    </>
  )
}

function Numbers({ form, notice }: { form: ReceiptForm; notice: StaffInboundNoticeDetail }) {
  const { t } = useLingui()
  const fault = Object.entries(form.errors).find(([path]) => path.startsWith('remito_number'))?.[1]
  const isFirst = notice.remito_ids.length === 0
  return (
    <TextInput
      label={t`Remito numbers`}
      placeholder="R 0003-00012345"
      autoComplete="off"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        isFirst ? t`several with a comma between them` : t`those of the first ingreso are not repeated`
      }
      value={numbersShown(form.values, notice)}
      error={fault}
      onChange={({ currentTarget }) => form.setFieldValue('numbers', currentTarget.value)}
    />
  )
}

/** Always in sight, however many lines there are. */
function Foot({ form }: { form: ReceiptForm }) {
  const { t } = useLingui()
  const bar = useBottomBar<HTMLDivElement>()
  return (
    <div ref={bar} className={`${counting['foot']} ${styles['foot']}`}>
      <p role="status" className={styles['summary']}>
        {form.errors['items'] ? (
          <span className={styles['fault']}>{t`Tick at least one line: nothing is received yet.`}</span>
        ) : (
          t`Ticked: ${form.count}`
        )}
      </p>
      <Button type="submit" variant="filled" loading={form.isSending}>
        {t`Save as one ingreso`}
      </Button>
    </div>
  )
}
