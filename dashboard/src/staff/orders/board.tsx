// The dispatcher's board: open orders by state, one key press per step, no page change.
import { movesIn, type OrderMove, orderTransitions } from '@anden/contract/values'
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Kbd } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useOrderStates } from '../../shared/order-status.tsx'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { formatNumber } from '../../ui/format.ts'
import { showNotice } from '../../ui/notices.tsx'
import { dialogOnDemand, usePreload } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ClientField } from '../client-field.tsx'
import styles from './board.module.css'
import { StatusColumn } from './column.tsx'
import { canGoOnTrip, isToPick } from './order-actions.ts'
import { reportMoved } from './outcome-notices.tsx'
import { maxOrdersPerList } from './print-pick-list.ts'
import { printRemitos } from './print-remitos.ts'
import { SelectionBar } from './selection-bar.tsx'
import type { TicketHandlers } from './ticket.tsx'
import { useBoardKeys } from './use-board-keys.ts'
import { columns, useQueues } from './use-queues.ts'
import { useSelection } from './use-selection.ts'

const AddToTripDialog = dialogOnDemand(
  async () => (await import('../trips/add-to-trip-dialog.tsx')).AddToTripDialog,
)
const ReasonDialog = dialogOnDemand(async () => (await import('./reason-dialog.tsx')).ReasonDialog)
const route = getRouteApi('/shell/warehouse/orders')

type Asked = { orders: QueuedOrder[]; action: OrderMove }

export function Board() {
  const { t } = useLingui()
  const { client_id: clientId } = route.useSearch()
  const navigate = useNavigate()
  const mayAct = useMay('staff:orders')
  const { shown, isReading, isPending, hasMore, failed, running, move } = useQueues(clientId)
  const selection = useSelection({ clientId, shown, isReading, hasMore })
  const { current, gone, selected, movedOn } = selection
  const hasMarked = selected.length + movedOn.length > 0
  usePreload(ReasonDialog.preload)
  const [asking, setAsking] = useState<Asked | null>(null)
  const [adding, setAdding] = useState<readonly QueuedOrder[]>([])
  const printing = useAction({ mutationFn: printRemitos })

  const send = async (asked: Parameters<typeof move>[0]) => {
    selection.leave(asked.orders)
    selection.follow(await move(asked))
  }
  const perform = (action: OrderMove, orders: readonly QueuedOrder[]) => {
    const able = orders.filter(({ status }) => movesIn(status, 'staff').includes(action))
    if (able.length === 0) return
    if (orderTransitions[action].needsReason) return setAsking({ orders: able, action })
    void send({ orders: able, action })
  }
  const print = (orders: readonly QueuedOrder[]) => {
    const ids = orders.flatMap(({ remito }) => (remito ? [remito.id] : []))
    if (ids.length > 0 && !printing.isPending) printing.mutate(ids)
  }
  const list = (orders: readonly QueuedOrder[]) => {
    const ids = orders.filter(isToPick).map(({ id }) => id)
    const refused =
      ids.length === 0
        ? t`A pick list is for orders that are approved or in preparation.`
        : ids.length > maxOrdersPerList
          ? t`A pick list is for at most ${maxOrdersPerList} orders.`
          : null
    if (refused) showNotice({ key: 'pick list', content: refused })
    else void navigate({ to: '/warehouse/pick-list', search: { order_id: ids.join(',') } })
  }
  const addToTrip = (orders: readonly QueuedOrder[]) => {
    const able = orders.filter(canGoOnTrip)
    if (able.length > 0) return setAdding(able)
    const content = t`A trip takes orders that are approved, in preparation or not delivered, and that we deliver.`
    showNotice({ key: 'add to trip', content })
  }
  const confirm = ({ orders, action }: Asked, reason: string) => {
    setAsking(null)
    const isSame = ({ id, status }: QueuedOrder) =>
      shown.flat().some((order) => order.id === id && order.status === status)
    const same = orders.filter(isSame)
    const moved = orders.filter((order) => !isSame(order))
    // Someone else moved these orders while the reason was being typed, so the question no longer applies to them.
    if (moved.length > 0) void reportMoved(moved, clientId)
    if (same.length === 0) return
    void send({ orders: same, action, reason })
  }
  // If selected orders are gone, keys do not fall back to the framed order.
  const inHand = hasMarked ? selected : current ? [current] : []
  useBoardKeys({
    selection,
    mayAct,
    act: (action) => perform(action, inHand),
    print: () => print(inHand),
    list: () => list(inHand),
    addToTrip: () => addToTrip(inHand),
  })

  // Stable callbacks, so that a ticket is rendered again only when its order changes, not with every key press.
  const latest = useRef({ selection, perform })
  latest.current = { selection, perform }
  const handlers = useMemo<TicketHandlers>(
    () => ({
      focus: (order) => latest.current.selection.go(order),
      mark: (order) => latest.current.selection.toggle(order),
      markAll: (orders) => latest.current.selection.toggleAll(orders),
      act: (order, action) => latest.current.perform(action, [order]),
    }),
    [],
  )

  const actions = (
    <>
      {running > 1 ? (
        <span role="status" className={styles['saving']}>
          <Plural value={running} one="# being saved" other="# being saved" />
        </span>
      ) : null}
      <span className={styles['keys']}>
        <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> <Trans>move</Trans> · <Kbd size="xs">a</Kbd>{' '}
        <Trans>approve</Trans> · <Kbd size="xs">?</Kbd> <Trans>keys</Trans>
      </span>
      <ClientChoice value={clientId} />
      <ButtonLink to="/warehouse/orders/list">{t`As a list`}</ButtonLink>
    </>
  )
  return (
    <Page title={t`Orders`} crumbs={[{ to: '/warehouse', label: t`Warehouse` }]} actions={actions}>
      {failed ? <ProblemNote error={failed.error} retry={() => void failed.refetch()} /> : null}
      {printing.isError ? <ProblemNote error={printing.error} /> : null}
      <ColumnChoice shown={shown} hasMore={hasMore} chosen={selection.column} choose={selection.goToColumn} />
      <div className={styles['board']}>
        {columns.map(([status], index) => (
          <StatusColumn
            key={status}
            status={status}
            orders={shown[index] ?? []}
            isPending={isPending(index)}
            hasMore={hasMore(index)}
            isChosen={selection.column === index}
            currentId={current?.id}
            gone={gone?.column === index ? gone : undefined}
            isMarked={selection.isMarked}
            mayAct={mayAct}
            handlers={handlers}
          />
        ))}
      </div>
      {hasMarked ? (
        <SelectionBar
          orders={selected}
          movedOn={movedOn}
          mayAct={mayAct}
          act={(action) => perform(action, selected)}
          print={() => print(selected)}
          isPrinting={printing.isPending}
          list={() => list(selected)}
          addToTrip={() => addToTrip(selected)}
          unmark={selection.unmark}
        />
      ) : null}
      {adding.length > 0 ? (
        <AddToTripDialog orders={adding} done={selection.unmark} close={() => setAdding([])} />
      ) : null}
      {asking ? (
        <ReasonDialog
          {...asking}
          close={() => setAsking(null)}
          confirm={(reason) => confirm(asking, reason)}
        />
      ) : null}
    </Page>
  )
}

function ClientChoice({ value }: { value: string | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const show = (id: string) =>
    void navigate({ to: '/warehouse/orders', search: id ? { client_id: id } : {}, replace: true })
  return (
    <ClientField
      aria-label={t`Client`}
      placeholder={t`All clients`}
      isClearable
      value={value ?? ''}
      onChange={show}
    />
  )
}

type ColumnChoiceProps = {
  shown: readonly (readonly QueuedOrder[])[]
  hasMore: (column: number) => boolean
  chosen: number
  choose: (column: number) => void
}

/** Chooses the column to show on a phone, which has room for only one. */
export function ColumnChoice({ shown, hasMore, chosen, choose }: ColumnChoiceProps) {
  const { t } = useLingui()
  const states = useOrderStates()
  return (
    <fieldset aria-label={t`State`} className={styles['choice']}>
      {columns.map(([status], index) => (
        <button key={status} type="button" aria-pressed={index === chosen} onClick={() => choose(index)}>
          {states[status]}
          <span className={styles['count']}>
            {`${formatNumber(shown[index]?.length ?? 0)}${hasMore(index) ? '+' : ''}`}
          </span>
        </button>
      ))}
    </fieldset>
  )
}
