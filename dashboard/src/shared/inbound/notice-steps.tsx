// How far a notice is: announced, arrived, received. What is ahead is shown, too.
import type { InboundNoticeDetail } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { formatDate, formatMoment } from '../../ui/format.ts'
import { type Step, Steps } from '../../ui/steps.tsx'
import { Moment } from '../../ui/values.tsx'
import { useNoticeStateName } from './notice-status.tsx'

export function NoticeSteps(notice: InboundNoticeDetail) {
  const { t } = useLingui()
  return <Steps label={t`Progress of the notice`} steps={useSteps(notice)} />
}

function useSteps(notice: InboundNoticeDetail): Step[] {
  const { t } = useLingui()
  const nameOf = useNoticeStateName()
  const { status, created_at, updated_at, arrived_at, closed_at, cancel_reason, remito_ids } = notice
  const announced: Step = {
    label: nameOf('announced'),
    note: <Moment at={created_at} />,
    state: status === 'announced' ? 'now' : 'done',
  }
  const day = formatDate(notice.expected_on)
  const arrived: Step = {
    label: nameOf('arrived'),
    note: arrived_at ? <Moment at={arrived_at} /> : t`expected on ${day}`,
    state: arrived_at === null ? 'ahead' : status === 'arrived' ? 'now' : 'done',
  }
  if (status === 'cancelled') {
    const cancelled: Step = {
      label: nameOf('cancelled'),
      note: [formatMoment(updated_at), cancel_reason].filter(Boolean).join(' · '),
      state: 'ended',
    }
    return arrived_at === null ? [announced, cancelled] : [announced, arrived, cancelled]
  }
  const ingresos = plural(remito_ids.length, { one: '# ingreso', other: '# ingresos' })
  const hasBegun = status !== 'announced' && status !== 'arrived'
  return [
    announced,
    arrived,
    {
      label: nameOf('receiving'),
      note: hasBegun ? ingresos : null,
      state: !hasBegun ? 'ahead' : closed_at === null ? 'now' : 'done',
    },
    {
      label: nameOf(closed_at === null ? 'received' : status),
      note: closed_at ? <Moment at={closed_at} /> : null,
      state: closed_at === null ? 'ahead' : 'done',
    },
  ]
}
