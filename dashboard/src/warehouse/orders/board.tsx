// The dispatcher's board: open orders by state, one key press per step, no page change.
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Kbd, Select } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMutation, useQueries } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '../../shell/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useClientNames } from '../client-name.tsx'
import { type OpenStatus, queueOf } from '../queries.ts'
import styles from './board.module.css'
import { StatusColumn } from './column.tsx'
import { actionsIn, keyOf, needsReason, type OrderAction } from './order-actions.ts'
import { Outcomes } from './outcomes.tsx'
import { printRemitos } from './print-remitos.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { useOrderActions } from './use-order-actions.ts'

const route = getRouteApi('/shell/warehouse/orders')
const columns: readonly (readonly OpenStatus[])[] = [
  ['pending'],
  ['approved'],
  ['in_preparation'],
  ['in_transit', 'failed_delivery'],
]

export function Board() {
  const { t } = useLingui()
  const { client_id } = route.useSearch()
  const mayAct = useMay('staff:orders')
  const queues = useQueries({ queries: columns.flat().map((status) => queueOf(status, client_id)) })
  const byStatus = new Map(columns.flat().map((status, index) => [status, queues[index]?.data]))
  const shown = columns.map((statuses) => statuses.flatMap((status) => byStatus.get(status)?.data ?? []))
  const failed = queues.find(({ error }) => error)

  const [currentId, setCurrent] = useState<string | null>(null)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState<{ orders: QueuedOrder[]; action: OrderAction } | null>(null)
  const { act, isActing, outcomes, clear } = useOrderActions()
  const printing = useMutation({ mutationFn: printRemitos })

  const all = shown.flat()
  const current = all.find(({ id }) => id === currentId) ?? all[0]
  const selected = all.filter(({ id }) => marked.has(id))

  const perform = (action: OrderAction, orders: QueuedOrder[]) => {
    const able = orders.filter(({ status }) => actionsIn[status]?.includes(action))
    if (able.length === 0 || isActing) return
    if (needsReason.has(action)) return setAsking({ orders: able, action })
    moveOnFrom(able)
    act({ orders: able, action })
  }
  /** The next of the same column takes over, so that the same key can be pressed again. */
  const moveOnFrom = (orders: readonly QueuedOrder[]) => {
    const column = shown.find((one) => one.some(({ id }) => id === current?.id)) ?? []
    const gone = new Set(orders.map(({ id }) => id))
    const at = column.findIndex(({ id }) => id === current?.id)
    const next = [...column.slice(at + 1), ...column.slice(0, at).reverse()].find(({ id }) => !gone.has(id))
    setCurrent(next?.id ?? null)
    setMarked(new Set())
  }
  const actByKey = (action: OrderAction) => () =>
    mayAct && perform(action, selected.length > 0 ? selected : current ? [current] : [])
  const step = (by: number) => () => {
    const at = all.findIndex(({ id }) => id === current?.id)
    const next = all[Math.min(all.length - 1, Math.max(0, at + by))]
    if (next) setCurrent(next.id)
  }
  const stepColumn = (by: number) => () => {
    const at = shown.findIndex((column) => column.some(({ id }) => id === current?.id))
    for (let index = at + by; index >= 0 && index < shown.length; index += by) {
      const first = shown[index]?.[0]
      if (first) return setCurrent(first.id)
    }
  }
  const toggle = (id: string) => {
    const next = new Set(marked)
    if (!next.delete(id)) next.add(id)
    setMarked(next)
  }
  const navigate = useNavigate()
  useHotkeys([
    ['j', step(1)],
    ['k', step(-1)],
    ['ArrowDown', step(1)],
    ['ArrowUp', step(-1)],
    ['l', stepColumn(1)],
    ['h', stepColumn(-1)],
    ['ArrowRight', stepColumn(1)],
    ['ArrowLeft', stepColumn(-1)],
    ['s', () => current && toggle(current.id)],
    ['Enter', () => current && void navigate({ to: '/warehouse/orders/$id', params: { id: current.id } })],
    ...Object.entries(keyOf).map(
      ([action, key]) => [key, actByKey(action as OrderAction)] as [string, () => void],
    ),
  ])

  const printable = selected.flatMap(({ remito }) => (remito ? [remito.id] : []))
  const actions = (
    <>
      <span className={styles['keys']}>
        <Kbd size="xs">j</Kbd> <Kbd size="xs">k</Kbd> <Trans>move</Trans> · <Kbd size="xs">a</Kbd>{' '}
        <Trans>approve</Trans> · <Kbd size="xs">?</Kbd> <Trans>keys</Trans>
      </span>
      <ClientChoice value={client_id} />
      <ButtonLink to="/warehouse/orders/list">{t`As a list`}</ButtonLink>
      {printable.length > 0 ? (
        <Button loading={printing.isPending} onClick={() => printing.mutate(printable)}>
          <Plural value={printable.length} one="Print # remito" other="Print # remitos" />
        </Button>
      ) : null}
    </>
  )
  return (
    <Page title={t`Orders`} crumbs={[{ to: '/warehouse', label: t`Warehouse` }]} actions={actions}>
      {failed ? <ProblemNote error={failed.error} retry={() => void failed.refetch()} /> : null}
      {printing.isError ? <ProblemNote error={printing.error} /> : null}
      <Outcomes outcomes={outcomes} clear={clear} />
      <div className={styles['board']}>
        {columns.map((statuses, index) => (
          <StatusColumn
            key={statuses[0]}
            status={statuses[0] ?? 'pending'}
            orders={shown[index] ?? []}
            isPending={statuses.some((status) => byStatus.get(status) === undefined)}
            hasMore={statuses.some((status) => byStatus.get(status)?.has_more)}
            ticketOf={(order) => ({
              isCurrent: order.id === current?.id,
              isMarked: marked.has(order.id),
              mayAct,
              isActing,
              focus: () => setCurrent(order.id),
              mark: () => toggle(order.id),
              act: (action) => perform(action, [order]),
            })}
          />
        ))}
      </div>
      {asking ? (
        <ReasonDialog
          {...asking}
          close={() => setAsking(null)}
          confirm={(reason) => {
            setAsking(null)
            moveOnFrom(asking.orders)
            act({ ...asking, reason })
          }}
        />
      ) : null}
    </Page>
  )
}

function ClientChoice({ value }: { value: string | undefined }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { choices } = useClientNames()
  return (
    <Select
      aria-label={t`Client`}
      placeholder={t`All clients`}
      data={choices}
      value={value ?? null}
      onChange={(chosen) =>
        void navigate({ to: '/warehouse/orders', search: chosen ? { client_id: chosen } : {}, replace: true })
      }
      clearable
      searchable
    />
  )
}
