import type { InboundNoticeDetail } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { markOld, portal } from '../../shared/api.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useDraftText } from '../../ui/form/drafts.ts'
import { useAction } from '../../ui/use-action.ts'

type CancelNoticeProps = { notice: InboundNoticeDetail; close: () => void }

export function CancelNotice({ notice: { id, number, revision, items }, close }: CancelNoticeProps) {
  const { t } = useLingui()
  const { text, field, forget } = useDraftText(`inbound.${id}.cancel`)
  const reason = text.trim()
  const cancellation = useAction({
    mutationFn: async () =>
      await portal.inbound.update(id, { action: 'cancel', reason, if_revision: revision }),
    onSuccess: () => {
      forget()
      close()
    },
    // After a refusal as well, so that the page shows how the notice is now.
    onSettled: () => markOld('inbound'),
  })
  const lines = plural(items.length, { one: '# line', other: '# lines' })
  return (
    <Confirm
      title={t`Cancel ${number}?`}
      confirmLabel={t`Cancel the notice`}
      closeLabel={t`Keep the notice`}
      isReady={reason !== ''}
      action={cancellation}
      close={close}
    >
      <p>
        <Trans>The warehouse no longer expects its {lines}. The reference can be used again.</Trans>
      </p>
      <TextInput mt="md" label={t`Reason`} withAsterisk data-autofocus {...field} />
    </Confirm>
  )
}
