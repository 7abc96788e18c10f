// Puts a lot on hold or releases it. It shows beforehand how the available quantity changes, and which orders a hold
// stops.

import rules from 'contract:backoffice/PATCH /lots/{id}'
import type { Lot } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { today } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import { effectOfHold } from './effect.ts'
import { EffectTable } from './effect-table.tsx'
import { OrdersNotLeft } from './orders-not-left.tsx'
import { staffLotsOf, staffStockOf } from './queries.ts'

type HoldDialogProps = { lot: Lot; close: () => void }

export function HoldDialog({ lot, close }: HoldDialogProps) {
  const { t } = useLingui()
  const isHeld = lot.hold !== null
  const bodyOf = ({ reason }: { reason: string }) => (isHeld ? { hold: false } : { hold: true, reason })
  const form = useContractForm({
    // The service refuses a hold without a reason; this reports it at the field.
    rules: isHeld ? rules : { ...rules, body: { ...rules.body, required: ['hold', 'reason'] } },
    initial: { reason: '' },
    draft: `lots.${lot.id}.hold`,
    body: bodyOf,
    send: (values) => backoffice.lots.update(lot.id, bodyOf(values)),
    done: () => {
      markOld('stock')
      // Tickets show whether a hold stops their order.
      markOld('orders')
      close()
    },
  })
  return (
    <Modal
      opened
      onClose={close}
      title={isHeld ? t`Release lot ${lot.lot_number}?` : t`Put lot ${lot.lot_number} on hold?`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Form form={form} submitLabel={isHeld ? t`Release` : t`Put on hold`} cancel={close}>
        <p>
          {isHeld ? (
            <Trans>Its goods can be ordered and picked again at once.</Trans>
          ) : (
            <Trans>
              Its goods stay in stock, but can neither be ordered nor picked until it is released.
            </Trans>
          )}
        </p>
        {isHeld ? null : (
          <TextInput
            label={t`Reason, which the client reads`}
            withAsterisk
            data-autofocus
            {...form.getInputProps('reason')}
          />
        )}
        <HoldEffect lot={lot} />
        <OrdersNotLeft lot={lot} />
      </Form>
    </Modal>
  )
}

function HoldEffect({ lot }: { lot: Lot }) {
  const { t } = useLingui()
  const row = useQuery(staffStockOf(lot.product_id)).data
  const lots = useQuery({
    ...staffLotsOf(row?.client_id ?? '', lot.product_id),
    enabled: row !== undefined,
  }).data?.data
  if (!row || !lots) return null
  const stock = { quantity: row.quantity, reserved: row.reserved_quantity ?? 0, lots }
  return (
    <EffectTable
      label={t`What it will do`}
      effect={effectOfHold(stock, lot.id, today())}
      unit={row.products.unit_type}
    />
  )
}
