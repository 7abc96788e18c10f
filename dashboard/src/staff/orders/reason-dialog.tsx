import rules from 'contract:backoffice/PATCH /orders/{id}'
import type { OrderMove } from '@anden/contract/values'
import type { QueuedOrder } from '@anden/sdk/backoffice'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import { useDraftText } from '../../ui/form/drafts.ts'
import { Modal } from '../../ui/modal.tsx'
import { useActionTexts } from './order-actions.ts'

type ReasonDialogProps = {
  orders: readonly Pick<QueuedOrder, 'order_number'>[]
  action: OrderMove
  confirm: (reason: string) => void
  close: () => void
}

const maxReasonLength = rules.body.properties?.['reason']?.maxLength

/** Rejecting, failing and cancelling need a reason, which the client can read. */
export function ReasonDialog({ orders, action, confirm, close }: ReasonDialogProps) {
  const { t } = useLingui()
  const texts = useActionTexts()
  // The draft is kept after confirming as well, because the service may refuse the action.
  const { text: reason, field } = useDraftText(
    `${action} ${orders.map(({ order_number }) => order_number).join(' ')}`,
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (reason.trim()) confirm(reason.trim())
  }
  const [first] = orders
  const consequence = {
    reject: t`The reservation ends, and the goods can be ordered again.`,
    fail: t`The order can be dispatched again or cancelled.`,
    cancel: t`Its remito, if it has one, is voided, and the goods go back to their lots.`,
  }[action as 'reject' | 'fail' | 'cancel']
  return (
    <Modal opened onClose={close} title={texts[action]} closeButtonProps={{ 'aria-label': t`Close` }}>
      <form onSubmit={submit}>
        <Stack gap="md">
          <p>
            {orders.length === 1 ? (
              first?.order_number
            ) : (
              <Plural value={orders.length} one="# order" other="# orders" />
            )}
            {'. '}
            {consequence}
          </p>
          <Textarea
            label={t`Reason, which the client reads`}
            maxLength={maxReasonLength}
            {...field}
            autosize
            minRows={2}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button onClick={close}>{t`Back`}</Button>
            <Button type="submit" variant="filled" disabled={!reason.trim()}>
              {texts[action]}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
