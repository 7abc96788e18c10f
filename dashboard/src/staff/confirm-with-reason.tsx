// A confirmation dialog that requires a reason, which is stored with the action.

import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { markOld } from '../shared/api.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useDraftText } from '../ui/form/drafts.ts'
import { useAction } from '../ui/use-action.ts'

type ConfirmWithReasonProps = {
  title: string
  confirmLabel: string
  /** The name under which the draft of the reason is stored. */
  draft: string
  /** Explains what will happen. */
  children: ReactNode
  send: (reason: string) => PromiseLike<unknown>
  /** The topics that the action invalidates. */
  topics: readonly string[]
  close: () => void
}

export function ConfirmWithReason(props: ConfirmWithReasonProps) {
  const { title, confirmLabel, draft, children, send, topics, close } = props
  const { t } = useLingui()
  const { text, field, forget } = useDraftText(draft)
  const reason = text.trim()
  const action = useAction({
    mutationFn: async () => await send(reason),
    onSuccess: () => {
      forget()
      for (const topic of topics) markOld(topic)
      close()
    },
  })
  return (
    <Confirm title={title} confirmLabel={confirmLabel} isReady={reason !== ''} action={action} close={close}>
      <p>{children}</p>
      <TextInput mt="md" label={t`Reason`} withAsterisk data-autofocus {...field} />
    </Confirm>
  )
}
