// A dispatch was refused because goods of the order are of a lot on hold. The notice offers the dialog instead of
// opening it: the refusal arrives while the next keys are being pressed, and those must not end up in the reason.
import type { HeldGoods } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import type { Outcome } from './act-on-orders.ts'

const HeldGoodsDialog = dialogOnDemand(async () => (await import('./held-goods-dialog.tsx')).HeldGoodsDialog)

export type HeldOrder = Extract<Outcome, { kind: 'held' }>

type OverrideHoldProps = {
  orders: readonly HeldOrder[]
  /** Dispatches these orders despite the hold. */
  override: (reason: string) => void
}

export function OverrideHold({ orders, override }: OverrideHoldProps) {
  const { t } = useLingui()
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button size="compact-sm" onClick={() => setAsking(true)}>
        {t`Dispatch anyway…`}
      </Button>
      {isAsking ? (
        <HeldGoodsDialog
          orders={orders}
          close={close}
          confirm={(reason) => {
            close()
            override(reason)
          }}
        />
      ) : null}
    </>
  )
}

export const heldText = ({ lot_number, reason }: HeldGoods) => `${lot_number} (${reason})`
