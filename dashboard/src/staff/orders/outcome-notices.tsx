// Shows the outcome for each order as a notice, which is visible even if the top of the board is scrolled away.
import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useOrderStateName } from '../../shared/order-status.tsx'
import { useUpdateTexts } from '../../shared/orders/update-texts.ts'
import { formatList } from '../../ui/format.ts'
import { closeNotice, showNotice } from '../../ui/notices.tsx'
import { RequestId } from '../../ui/problem.tsx'
import { useProblemText } from '../../ui/problem-texts.ts'
import { markOrdersOld, queueOf } from '../queries.ts'
import { type ActedOn, actOnOrders, movedOn, type Outcome } from './act-on-orders.ts'
import { type HeldOrder, heldText, OverrideHold } from './held-goods.tsx'
import { shortageText } from './shortage-text.ts'

/** A refusal stays until it is closed, or its order is acted on again. */
export function closeOutcomes(orders: readonly Pick<ActedOn, 'id'>[]): void {
  for (const { id } of orders) closeNotice(keyOf([{ id }]))
}

/** `clientId` is the client whose orders the board shows; all clients if undefined. */
export function showOutcomes(outcomes: readonly Outcome[], clientId?: string): void {
  const done = outcomes.filter(({ kind }) => kind === 'done')
  const refused = outcomes.filter(({ kind }) => kind !== 'done')
  if (done.length > 0) showNotice({ content: <OutcomeList outcomes={done} clientId={clientId} /> })
  if (refused.length > 0)
    showNotice({
      key: keyOf(refused),
      tone: 'bad',
      content: <OutcomeList outcomes={refused} clientId={clientId} />,
    })
}

/** Reports orders that others moved before the action was sent. The action was therefore not sent. */
export async function reportMoved(
  orders: readonly (Omit<ActedOn, 'revision'> & { status: string })[],
  clientId?: string,
): Promise<void> {
  showOutcomes(await Promise.all(orders.map((order) => movedOn(order, order.status))), clientId)
}

const keyOf = (orders: readonly { id: string }[]) => `orders ${orders.map(({ id }) => id).join(' ')}`

/** Repeats the dispatch for those orders in the notice whose goods are on hold. It works from any page. */
async function dispatchAnyway(refused: readonly Outcome[], reason: string, clientId?: string): Promise<void> {
  closeNotice(keyOf(refused))
  showOutcomes(
    refused.filter(({ kind }) => kind !== 'held'),
    clientId,
  )
  const orders = refused
    .filter(isHeld)
    .map(({ id, number, revision }) => ({ id, order_number: number, revision }))
  showOutcomes(await actOnOrders({ orders, action: 'dispatch', reason, overridesHold: true }), clientId)
  markOrdersOld()
}

const isHeld = (outcome: Outcome): outcome is HeldOrder => outcome.kind === 'held'

type OutcomeListProps = { outcomes: readonly Outcome[]; clientId: string | undefined }

function OutcomeList({ outcomes, clientId }: OutcomeListProps) {
  const held = outcomes.filter(isHeld)
  return (
    <>
      <ul>
        {outcomes.map((outcome) => (
          <li key={outcome.id}>
            <Link to="/warehouse/orders/$id" params={{ id: outcome.id }}>
              <b>{outcome.number}</b>
            </Link>{' '}
            <OutcomeText outcome={outcome} />
            {outcome.kind === 'done' && outcome.status === 'approved' ? (
              <IssuedRemito orderId={outcome.id} clientId={clientId} />
            ) : null}
            {'error' in outcome ? <RequestId of={outcome.error} /> : null}
          </li>
        ))}
      </ul>
      {held.length > 0 ? (
        <OverrideHold orders={held} override={(reason) => void dispatchAnyway(outcomes, reason, clientId)} />
      ) : null}
    </>
  )
}

/** Waits until the board has read its queues again. Fetching the remito would cost a second request per key press. */
function IssuedRemito({ orderId, clientId }: { orderId: string; clientId: string | undefined }) {
  const { data } = useQuery({ ...queueOf('approved', clientId), enabled: false })
  const remito = data?.data.find(({ id }) => id === orderId)?.remito
  if (!remito) return null
  return (
    <>
      {' · '}
      <Link to="/warehouse/remitos/$id" params={{ id: remito.id }}>
        <Trans>Remito {remito.remito_number.join(', ')}</Trans>
      </Link>
    </>
  )
}

function OutcomeText({ outcome }: { outcome: Outcome }) {
  const { t } = useLingui()
  const stateName = useOrderStateName()
  const textOf = useProblemText()
  const changesIn = useUpdateTexts()
  const nameOf = (status: string) => stateName(status).toLowerCase()
  switch (outcome.kind) {
    case 'done':
      return nameOf(outcome.status)
    case 'moved-on': {
      if (outcome.by === null) return <Trans>Someone was faster: it is now {nameOf(outcome.status)}.</Trans>
      const { by } = outcome
      return (
        <Trans>
          {by} was faster: it is now {nameOf(outcome.status)}.
        </Trans>
      )
    }
    case 'changed': {
      const changes = formatList(outcome.changes.flatMap((change) => changesIn(change)))
      return changes
        ? t`It has changed meanwhile, and nothing was done: ${changes}. Look at it again.`
        : t`It has changed meanwhile, and nothing was done. Look at it again.`
    }
    case 'short':
      return t`Not enough stock. ${formatList(outcome.shortages.map(shortageText))}.`
    case 'held':
      return t`Goods of lots on hold: ${formatList(outcome.lots.map(heldText))}.`
    case 'failed': {
      const { title, detail } = textOf(outcome.error)
      return [title, detail].filter(Boolean).join('. ')
    }
  }
}
