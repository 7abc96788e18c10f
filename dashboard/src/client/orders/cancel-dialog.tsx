// Cancels an order. The dialog states the effect in numbers: it releases the reservation, or returns the goods to stock
// and voids the remito.

import rules from 'contract:portal/PATCH /orders/{id}'
import type { OrderDetail, Remito } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Stack, Textarea } from '@mantine/core'
import { markOld, portal } from '../../shared/api.ts'
import { totalsText, useUnits } from '../../shared/stock/units.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useDraftText } from '../../ui/form/drafts.ts'
import { useAction } from '../../ui/use-action.ts'
import type { TakenLot } from './items.tsx'

type CancelDialogProps = {
  order: OrderDetail
  remito: Remito | undefined
  lots: readonly TakenLot[]
  close: () => void
}

export function CancelDialog({ order, remito, lots, close }: CancelDialogProps) {
  const { t } = useLingui()
  const { text: reason, field, forget } = useDraftText(`orders.${order.id}.cancel`)
  const cancellation = useAction({
    mutationFn: async () =>
      await portal.orders.update(order.id, {
        action: 'cancel',
        if_revision: order.revision,
        ...(reason.trim() ? { reason } : {}),
      }),
    onSuccess: () => {
      forget()
      close()
    },
    // Refetch after a refusal as well, so that the page shows what happened to the order in the meantime.
    onSettled: () => {
      markOld('orders')
      markOld('remitos')
      markOld('stock')
    },
  })
  return (
    <Confirm
      title={t`Cancel ${order.order_number}?`}
      confirmLabel={t`Cancel the order`}
      closeLabel={t`Keep the order`}
      action={cancellation}
      close={close}
    >
      <Stack gap="sm">
        <p>
          <Consequence order={order} remito={remito} lots={lots} />
        </p>
        <Textarea
          label={t`Reason (optional)`}
          data-autofocus
          autosize
          minRows={2}
          maxLength={rules.body.properties?.['reason']?.maxLength}
          {...field}
        />
      </Stack>
    </Confirm>
  )
}

function Consequence({ order, remito, lots }: Omit<CancelDialogProps, 'close'>) {
  const lines = order.distribution_order_items
  const unitOf = useUnits(lines.map(({ product_id }) => product_id))
  const total = totalsText(lines.map(({ quantity, product_id }) => ({ quantity, unit: unitOf(product_id) })))
  if (!remito) {
    const products = plural(new Set(lines.map(({ product_id }) => product_id)).size, {
      one: '# product',
      other: '# products',
    })
    return (
      <Trans>
        {total} of {products} are no longer reserved and can be ordered again. A cancelled order cannot be
        reopened.
      </Trans>
    )
  }
  const lotCount = plural(lots.length, { one: '# lot', other: '# lots' })
  const number = remito.remito_number.join(', ')
  return (
    <Trans>
      {total} go back to {lotCount}, and the remito {number} is voided. A cancelled order cannot be reopened.
    </Trans>
  )
}
