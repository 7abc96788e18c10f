// What the service refused, and what somebody else has done to the trip meanwhile, as a notice: it is read wherever the page is
// scrolled to.
import { AndenError } from '@anden/sdk'
import type { Trip } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { one } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { formatList } from '../../ui/format.ts'
import { closeNotice, showNotice } from '../../ui/notices.tsx'
import { RequestId } from '../../ui/problem.tsx'
import { useProblemText } from '../../ui/problem-texts.ts'
import { useVehicleLabels, vehicleFieldNames } from './fields.tsx'
import { OrderLink, RefusedOrders } from './refused-orders.tsx'
import { type Difference, differenceOf, orderOf, type StopChange } from './stop-changes.ts'

const keyOf = (tripId: string) => `trip ${tripId}`

export const closeRefusal = (tripId: string) => closeNotice(keyOf(tripId))

type Refusal = {
  before: Trip
  /** As it is now; null if it could not be read. */
  now: Trip | null
  change: StopChange
  error: unknown
}

export function reportRefusal(refusal: Refusal): void {
  showNotice({
    key: keyOf(refusal.before.id),
    tone: 'bad',
    content: <RefusalText {...refusal} />,
  })
}

function RefusalText({ before, now, change, error }: Refusal) {
  const textOf = useProblemText()
  const isConflict = error instanceof AndenError && error.code === 'trips/changed-meanwhile'
  if (isConflict && now)
    return (
      <>
        <WhatHappened before={before} now={now} /> <NotDone change={change} />
      </>
    )
  const { title, detail } = textOf(error)
  return (
    <>
      <OrderLink {...orderOf(change)} />: {[title, detail].filter(Boolean).join('. ')}
      <RefusedOrders error={error} />
      <RequestId of={error} />
    </>
  )
}

function NotDone({ change }: { change: StopChange }) {
  const order = <OrderLink {...orderOf(change)} />
  switch (change.action) {
    case 'add':
      return <Trans>{order} was not added: if it is still to go, add it again.</Trans>
    case 'remove':
      return <Trans>{order} was not removed: if it is still to go, remove it again.</Trans>
    case 'move':
      return <Trans>{order} was not moved: if it is still to go, move it again.</Trans>
  }
}

/** Who did what, in words. */
export function WhatHappened({ before, now }: { before: Trip; now: Trip }) {
  const { t } = useLingui()
  const labels = useVehicleLabels()
  const difference = differenceOf(before, now, vehicleFieldNames)
  const who = useQuery(authorOf(now, difference)).data ?? null
  const { added, removed, isReordered, hasDeparted, fields } = difference
  const names = fields.map((name) => labels[name as keyof typeof labels].toLowerCase())
  const parts = [
    added.length > 0 ? t`added ${formatList(added)}` : null,
    removed.length > 0 ? t`removed ${formatList(removed)}` : null,
    isReordered ? t`changed the order of the stops` : null,
    names.length > 0 ? t`changed: ${formatList(names)}` : null,
    hasDeparted ? t`let the trip depart` : null,
  ].filter((part) => part !== null)
  const did = parts.length > 0 ? formatList(parts) : t`changed the trip`
  return who === null ? (
    <Trans>Somebody else has {did}.</Trans>
  ) : (
    <Trans>
      {who} has {did}.
    </Trans>
  )
}

/** Who changed it last, as the audit log has it. */
const authorOf = ({ id, revision }: Trip, difference: Difference) =>
  one(['audit', 'trip', id, revision], async (options) => {
    const { data } = await backoffice.audit.list({ action: actionOf(difference), limit: 20 }, options)
    return data.find(({ subject_id }) => subject_id === id)?.actor_name ?? null
  })

function actionOf({ added, removed, isReordered, hasDeparted }: Difference): string {
  if (hasDeparted) return 'trips.depart'
  if (added.length > 0) return 'trips.add'
  if (removed.length > 0) return 'trips.remove'
  return isReordered ? 'trips.move' : 'trips.update'
}
