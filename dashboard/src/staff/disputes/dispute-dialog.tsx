// What was recorded of one dispute. A late acceptance is shown only here: it is not that of the remito.
import type { Dispute } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Detail } from '../../ui/detail.tsx'
import { Modal } from '../../ui/modal.tsx'
import { StaffAcceptanceCard } from '../remitos/acceptance.tsx'
import { disputeById } from './queries.ts'

export function DisputeDialog({ dispute, close }: { dispute: Dispute; close: () => void }) {
  const { t } = useLingui()
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={dispute.remito_number.join(', ')}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Detail query={disputeById(dispute.id)}>
        {(acceptance) => <StaffAcceptanceCard {...acceptance} />}
      </Detail>
    </Modal>
  )
}
