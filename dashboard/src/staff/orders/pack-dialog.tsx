import type { StaffOrderDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Modal } from '../../ui/modal.tsx'
import { PackForm } from './pack-form.tsx'

/** Packs an order that was not checked by scan. */
export function PackDialog({ order, close }: { order: StaffOrderDetail; close: () => void }) {
  const { t } = useLingui()
  return (
    <Modal
      opened
      onClose={close}
      title={t`Pack ${order.order_number}`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <PackForm order={order} isChecked={false} done={close} cancel={close} />
    </Modal>
  )
}
