import { movesIn, type OrderMove, orderMoves } from '@anden/contract/values'
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button, CloseButton } from '@mantine/core'
import { formatList } from '../../ui/format.ts'
import { useBottomBar } from '../../ui/notices.tsx'
import styles from './board.module.css'
import { addToTripKey, canGoOnTrip, isToPick, useActionTexts } from './order-actions.ts'

type SelectionBarProps = {
  orders: readonly QueuedOrder[]
  /** Orders that were selected until someone else moved them. */
  movedOn: readonly QueuedOrder[]
  mayAct: boolean
  act: (action: OrderMove) => void
  print: () => void
  isPrinting: boolean
  list: () => void
  addToTrip: () => void
  unmark: () => void
}

/** The actions on several orders at once. */
export function SelectionBar(props: SelectionBarProps) {
  const { orders, movedOn, mayAct, act, print, isPrinting, list, addToTrip, unmark } = props
  const { t } = useLingui()
  const texts = useActionTexts()
  const bar = useBottomBar<HTMLElement>()
  const possible = orderMoves.filter((action) =>
    orders.some(({ status }) => movesIn(status, 'staff').includes(action)),
  )
  const remitos = orders.filter(({ remito }) => remito !== null).length
  return (
    <section ref={bar} aria-label={t`Selected orders`} className={styles['selection']}>
      <b>
        <Plural value={orders.length} one="# selected" other="# selected" />
      </b>
      {movedOn.length > 0 ? (
        <span role="status" className={styles['moved']}>
          {t`Moved by someone else: ${formatList(movedOn.map(({ order_number }) => order_number))}`}
        </span>
      ) : null}
      {mayAct
        ? possible.map((action) => (
            <Button key={action} onClick={() => act(action)}>
              {texts[action]}
            </Button>
          ))
        : null}
      {remitos > 0 ? (
        <Button loading={isPrinting} onClick={print}>
          <Plural value={remitos} one="Print # remito" other="Print # remitos" />
        </Button>
      ) : null}
      {orders.some(isToPick) ? (
        <Button onClick={list} aria-keyshortcuts="l">
          {t`Pick list`}
        </Button>
      ) : null}
      {mayAct && orders.some(canGoOnTrip) ? (
        <Button onClick={addToTrip} aria-keyshortcuts={addToTripKey}>
          {t`Add to a trip…`}
        </Button>
      ) : null}
      <CloseButton aria-label={t`Select none`} onClick={unmark} />
    </section>
  )
}
