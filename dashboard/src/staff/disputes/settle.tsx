import type { Dispute } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useDraftText } from '../../ui/form/drafts.ts'
import { useAction } from '../../ui/use-action.ts'

type SettleProps = { dispute: Pick<Dispute, 'id' | 'remito_number'>; close: () => void }

export function SettleDispute({ dispute: { id, remito_number }, close }: SettleProps) {
  const { t } = useLingui()
  const { text, field, forget } = useDraftText(`disputes.${id}`)
  const note = text.trim()
  const action = useAction({
    mutationFn: async () => await backoffice.disputes.settle(id, { note }),
    onSuccess: () => {
      forget()
      markOld('remitos')
      markOld('orders')
      close()
    },
  })
  return (
    <Confirm
      title={t`Settle the dispute about ${remito_number.join(', ')}?`}
      confirmLabel={t`Settle`}
      isReady={note !== ''}
      isDangerous={false}
      action={action}
      close={close}
    >
      <p>
        <Trans>It leaves the queue, and stays with the remito. The acceptance itself does not change.</Trans>
      </p>
      <TextInput
        mt="md"
        label={t`How was it settled?`}
        withAsterisk
        data-autofocus
        maxLength={1000}
        {...field}
      />
    </Confirm>
  )
}
