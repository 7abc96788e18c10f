// Prepares one order on a phone: its goods are counted by scan as they are taken from the shelves, then packed and
// labelled. Codes that are scanned before the page is complete are counted as soon as it is.
import type { StaffOrderDetail } from '@anden/sdk/backoffice'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type ById, startReading } from '../../shared/api.ts'
import { OrderChip } from '../../shared/order-status.tsx'
import { DetailSkeleton } from '../../ui/detail.tsx'
import { useBottomBar } from '../../ui/notices.tsx'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { Warning } from '../../ui/warning.tsx'
import { isToPick } from '../orders/order-actions.ts'
import { PackForm } from '../orders/pack-form.tsx'
import { useOrderActions } from '../orders/use-order-actions.ts'
import { markOrdersOld, pickListOf, staffOrderById } from '../queries.ts'
import { ScanField } from '../scan/scan-field.tsx'
import { isComplete, missingByUnit, nothingCounted, one, type PickLine } from './counting.ts'
import { OtherPerson, OverNote, Packed, PackedMeanwhile } from './order-notes.tsx'
import { PickLines } from './pick-lines.tsx'
import styles from './prepare.module.css'
import { ScanTools } from './scan-tools.tsx'
import { signal } from './signals.ts'
import { linesOf, useCounting } from './use-counting.ts'
import { isRefusal, quantitiesText, type Verdict, VerdictNote } from './verdict.tsx'

const route = getRouteApi('/shell/warehouse/orders/$id/prepare')

export const load = ({ params }: ById) => {
  startReading(staffOrderById(params.id))
}

export function PrepareOrder() {
  const { id } = route.useParams()
  return <OrderToPrepare key={id} id={id} />
}

function OrderToPrepare({ id }: { id: string }) {
  const { t } = useLingui()
  const order = useQuery(staffOrderById(id))
  const list = useQuery({ ...pickListOf([id]), enabled: order.data !== undefined && isToPick(order.data) })
  const rows = list.data?.rows
  const lines = useMemo(() => rows && linesOf(rows), [rows])
  const failed = order.isError
    ? order
    : list.isError && !rows && order.data && isToPick(order.data)
      ? list
      : null
  const crumbs = [
    { to: '/warehouse/orders', label: t`Orders` },
    ...(order.data ? [{ to: `/warehouse/orders/${id}`, label: order.data.order_number }] : []),
  ]
  return (
    <Page
      title={order.data?.order_number ?? t`Prepare an order`}
      name={order.data ? t`Prepare ${order.data.order_number}` : t`Prepare an order`}
      mark={order.data ? <OrderChip status={order.data.status} /> : null}
      // A line from the start, so that what is below does not move.
      intro={order.data ? recipientOf(order.data) : '\u00a0'}
      crumbs={crumbs}
    >
      {failed ? (
        <ProblemNote error={failed.error} retry={() => void failed.refetch()} />
      ) : order.data && !isToPick(order.data) ? (
        <OverNote order={order.data} lines={lines} />
      ) : (
        <Count order={order.data} lines={order.data && lines} />
      )}
    </Page>
  )
}

const recipientOf = ({ destinatario, delivery_city }: StaffOrderDetail) =>
  [destinatario.name, delivery_city].filter(Boolean).join(' · ')

type CountProps = { order: StaffOrderDetail | undefined; lines: PickLine[] | undefined }

function Count({ order, lines }: CountProps) {
  const { t } = useLingui()
  const counting = useCounting(order?.id ?? '', lines)
  const [said, setSaid] = useState<{ verdict: Verdict; turn: number }>()
  const [open, setOpen] = useState<string | null>(null)
  const [isPacking, setPacking] = useState(false)
  const [isAgain, setAgain] = useState(false)
  const hasBegun = order?.status === 'in_preparation'
  const isNothing = counting.counting === nothingCounted || missingEverything(counting.counting.tallies)
  const isPacked = order?.packed_at != null && isNothing && !isAgain

  const say = (verdict: Verdict) => {
    setSaid((before) => ({ verdict, turn: (before?.turn ?? 0) + 1 }))
    if (verdict.is === 'needs-quantity') setOpen(verdict.line.lot_id)
    if (verdict.is === 'counted' && verdict.isComplete) setOpen(null)
    signal(isRefusal(verdict) ? 'bad' : verdict.is === 'counted' && verdict.isComplete ? 'done' : 'good')
  }
  const early = useRef<string[]>([])
  const scan = (code: string) => {
    if (!order || !lines) early.current.push(code)
    else if (isPacked) say({ is: 'over' })
    else say(hasBegun ? counting.scan(code) : { is: 'not-begun' })
  }
  const latestScan = useRef(scan)
  latestScan.current = scan
  const isReady = order !== undefined && lines !== undefined
  useEffect(() => {
    if (isReady) for (const code of early.current.splice(0)) latestScan.current(code)
  }, [isReady])

  if (order && isPacking)
    return (
      <div className={styles['narrow']}>
        <PackForm
          order={order}
          isChecked
          cancel={() => setPacking(false)}
          done={() => {
            counting.forget()
            setSaid(undefined)
            setAgain(false)
            setPacking(false)
          }}
        />
      </div>
    )
  const latest = said?.verdict.is === 'counted' ? said.verdict.lines.at(-1)?.lot_id : undefined
  return (
    <div className={styles['narrow']}>
      <div className={styles['top']}>
        <ScanTools scan={scan}>
          <ScanField label={t`Scan a code, or type a SKU`} scan={scan} />
        </ScanTools>
        <VerdictNote
          said={said}
          isPacked={isPacked}
          clientId={order?.client_id ?? ''}
          lines={lines ?? []}
          counting={counting.counting}
        />
      </div>
      {order && lines ? (
        <>
          {isPacked ? (
            <Packed order={order} change={() => setPacking(true)} again={() => setAgain(true)} />
          ) : null}
          {isPacked ? null : <OtherPerson order={order} isNothing={isNothing} />}
          {order.packed_at && !isPacked ? <PackedMeanwhile {...order} /> : null}
          {counting.isKept ? null : (
            <Warning>{t`This device cannot keep the count. Do not close or reload the page before it is packed.`}</Warning>
          )}
          {order.notes ? <p className={styles['notes']}>{order.notes}</p> : null}
          {isPacked ? null : (
            <PickLines
              lines={lines}
              counting={counting.counting}
              open={open}
              toggle={({ lot_id }) => setOpen(open === lot_id ? null : lot_id)}
              latest={latest}
              countByHand={hasBegun ? (line, total) => say(counting.countByHand(line, total)) : undefined}
              scan={scan}
            />
          )}
          {isPacked ? null : (
            <Foot
              order={order}
              missing={missingByUnit(counting.counting, lines)}
              isDone={isComplete(counting.counting, lines)}
              undo={
                counting.counting.undoable.length > 0
                  ? () => {
                      counting.undo()
                      say({ is: 'undone' })
                    }
                  : undefined
              }
              pack={() => setPacking(true)}
            />
          )}
        </>
      ) : (
        <DetailSkeleton />
      )}
    </div>
  )
}

const missingEverything = (tallies: Record<string, { scanned: number; byHand: number }>) =>
  Object.values(tallies).every(({ scanned, byHand }) => scanned + byHand === 0)

/** A verb needs the number of what is missing: one case, or anything else. */
function Missing({ quantities }: { quantities: FootProps['missing'] }) {
  const [first, ...more] = quantities
  const isOne = more.length === 0 && first?.[1] === one
  const text = quantitiesText(quantities)
  return <Plural value={isOne ? 1 : 2} one={`Missing: ${text}`} other={`Missing: ${text}`} />
}

type FootProps = {
  order: StaffOrderDetail
  missing: [unit: string, thousandths: number][]
  isDone: boolean
  undo: (() => void) | undefined
  pack: () => void
}

/** One primary button, which says what is missing until nothing is. */
function Foot({ order, missing, isDone, undo, pack }: FootProps) {
  const { t } = useLingui()
  const bar = useBottomBar<HTMLDivElement>()
  const { act, isPending } = useOrderActions({ keep: markOrdersOld })
  const begin = (
    <Button
      variant="filled"
      loading={isPending}
      onClick={() => void act({ orders: [order], action: 'prepare' })}
    >
      {t`Prepare`}
    </Button>
  )
  return (
    <div ref={bar} className={styles['foot']}>
      {order.status === 'approved' ? (
        begin
      ) : (
        <>
          {isDone ? (
            <Button variant="filled" onClick={pack}>
              {t`Pack`}
            </Button>
          ) : (
            <p className={styles['missing']}>
              <Missing quantities={missing} />
            </p>
          )}
          <Button data-repeats disabled={!undo} onClick={undo}>
            {t`Undo the last`}
          </Button>
        </>
      )}
    </div>
  )
}
