import rules from 'contract:backoffice/PATCH /orders/{id}'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import { LotLink } from '../../shared/stock/links.tsx'
import { Chip } from '../../ui/chip.tsx'
import { useDraftText } from '../../ui/form/drafts.ts'
import { formatNumber } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import styles from './held-goods.module.css'
import type { HeldOrder } from './held-goods.tsx'

type HeldGoodsDialogProps = {
  orders: readonly HeldOrder[]
  /** Dispatches the goods on hold, for this reason. */
  confirm: (reason: string) => void
  close: () => void
}

const maxReasonLength = rules.body.properties?.['reason']?.maxLength

/**
 * Explains why these orders were not dispatched. They stay, unless the dispatcher gives a reason to override the hold.
 */
export function HeldGoodsDialog({ orders, confirm, close }: HeldGoodsDialogProps) {
  const { t } = useLingui()
  const { text: reason, field } = useDraftText(`dispatch ${orders.map(({ number }) => number).join(' ')}`)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) confirm(reason.trim())
  }
  return (
    <Modal
      opened
      onClose={close}
      title={t`Goods of a lot on hold`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form onSubmit={submit}>
        <Stack gap="md">
          <p>
            <Plural
              value={orders.length}
              one="The order was not dispatched. It stays where it is until the lot is released."
              other="# orders were not dispatched. They stay where they are until the lots are released."
            />
          </p>
          <ul className={styles['orders']}>
            {orders.map((order) => (
              <li key={order.id}>
                <b className="numeric">{order.number}</b>
                <ul aria-label={t`Lots on hold of ${order.number}`}>
                  {order.lots.map(({ lot_id, lot_number, products, quantity, reason: why }) => (
                    <li key={lot_id}>
                      <Chip tone="bad">{t`on hold`}</Chip> <LotLink id={lot_id} number={lot_number} /> ·{' '}
                      {formatNumber(quantity)} · {products.name}
                      <span className={styles['reason']}>{why}</span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
          <Textarea
            label={t`Reason to dispatch anyway, which the client reads`}
            description={<Trans>The audit log keeps who overrode the hold, why, and of which lots.</Trans>}
            maxLength={maxReasonLength}
            {...field}
            autosize
            minRows={2}
          />
          <Group justify="flex-end" gap="xs">
            <Button type="submit" color="red.8" variant="outline" disabled={!reason.trim()}>
              {t`Dispatch anyway`}
            </Button>
            <Button variant="filled" onClick={close} data-autofocus>
              {t`Keep back`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
