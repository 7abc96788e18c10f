// What the page says about the order besides its goods: who prepares it, that it is packed, or that it is no longer to be
// prepared.
import type { StaffOrderDetail } from '@anden/sdk/backoffice'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { presentReason, useOrderStateName } from '../../shared/order-status.tsx'
import { useSession } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { Moment } from '../../ui/values.tsx'
import { Warning } from '../../ui/warning.tsx'
import { printLabels } from '../orders/print-labels.ts'
import { countedOf, type PickLine } from './counting.ts'
import { readCounting } from './kept-counting.ts'
import styles from './prepare.module.css'
import { quantitiesText } from './verdict.tsx'

type OrderProps = { order: StaffOrderDetail }

/** Someone else has begun, and nothing was counted on this device. */
export function OtherPerson({ order, isNothing }: OrderProps & { isNothing: boolean }) {
  const { user } = useSession()
  const begun = order.timeline.findLast(({ status }) => status === 'in_preparation')
  if (!begun || !isNothing || order.status !== 'in_preparation' || begun.by === `user ${user.email}`)
    return null
  const { by_name } = begun
  return (
    <Warning>
      <Trans>
        {by_name} has been preparing this order since <Moment at={begun.at} />. What was counted on another
        device is not shown here.
      </Trans>
    </Warning>
  )
}

export function PackedMeanwhile({ packages, packed_at }: StaffOrderDetail) {
  const count = packages ?? 0
  return (
    <Warning>
      <Trans>
        It was packed on <Moment at={packed_at ?? ''} /> in{' '}
        <Plural value={count} one="# package" other="# packages" />. Packing it again replaces that.
      </Trans>
    </Warning>
  )
}

type PackedProps = OrderProps & { change: () => void; again: () => void }

export function Packed({ order, change, again }: PackedProps) {
  const { t } = useLingui()
  const printing = useAction({ mutationFn: () => printLabels(order) })
  const packages = order.packages ?? 0
  return (
    <section aria-label={t`Packed`} className={styles['packed']}>
      <p className={`${styles['note']} ${styles['good']}`}>
        <strong>
          <Plural value={packages} one="# package" other="# packages" />
        </strong>
        <span>
          <Trans>
            Packed on <Moment at={order.packed_at ?? ''} />
          </Trans>
        </span>
        {order.checked ? <span>{t`Every unit was scanned or ticked.`}</span> : null}
      </p>
      {printing.isError ? <ProblemNote error={printing.error} /> : null}
      <Button variant="filled" loading={printing.isPending} onClick={() => void printing.mutate()}>
        <Plural value={packages} one="Print # label" other="Print # labels" />
      </Button>
      <Button onClick={change}>{t`Change the packages`}</Button>
      <Button onClick={again}>{t`Count again`}</Button>
      <ButtonLink to="/warehouse/orders">{t`To the board`}</ButtonLink>
    </section>
  )
}

type OverNoteProps = OrderProps & {
  /** Undefined if the page was opened when it was over. */
  lines: readonly PickLine[] | undefined
}

/** The order was cancelled or has left. What was taken from the shelves has to go back. */
export function OverNote({ order, lines }: OverNoteProps) {
  const { t } = useLingui()
  const nameOf = useOrderStateName()
  const state = nameOf(order.status).toLowerCase()
  const last = order.timeline.at(-1)
  const reason = presentReason(order)
  const isBack = order.status === 'cancelled' || order.status === 'rejected'
  const counting = lines && readCounting(localStorage, order.id, lines)
  const taken = (counting ? (lines ?? []) : []).filter((line) => counting && countedOf(counting, line) > 0)
  return (
    <section aria-label={t`Not to be prepared`} className={styles['packed']}>
      <div role="alert" className={`${styles['note']} ${isBack ? styles['bad'] : styles['quiet']}`}>
        <strong>{t`This order is ${state}`}</strong>
        {last ? (
          <span>
            {last.by_name} · <Moment at={last.at} />
          </span>
        ) : null}
        {reason ? <span>{reason}</span> : null}
        {isBack && taken.length > 0 ? <b>{t`Put back what was taken:`}</b> : null}
      </div>
      {isBack && counting && taken.length > 0 ? (
        <ul aria-label={t`Put back what was taken:`} className={styles['back']}>
          {taken.map((line) => (
            <li key={line.lot_id}>
              <b>{quantitiesText([[line.unit_type, countedOf(counting, line)]])}</b> {line.name} ·{' '}
              {line.location ? t`shelf ${line.location}` : t`no location`}
            </li>
          ))}
        </ul>
      ) : null}
      <ButtonLink to="/warehouse/orders/$id" params={{ id: order.id }}>{t`Open the order`}</ButtonLink>
      <ButtonLink to="/warehouse/orders">{t`To the board`}</ButtonLink>
    </section>
  )
}
