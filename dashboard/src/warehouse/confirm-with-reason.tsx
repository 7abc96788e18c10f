// A dialog before what needs a reason: the reason is kept with what is done, so it cannot be left out.

import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { markOld } from '../api.ts'
import { Confirm } from '../ui/confirm.tsx'
import { useDraftText } from '../ui/form/use-draft.ts'
import { useAction } from '../ui/use-action.ts'

type ConfirmWithReasonProps = {
  title: string
  confirmLabel: string
  /** Under which name the reason is kept until it is sent. */
  draft: string
  /** What will happen. */
  children: ReactNode
  send: (reason: string) => PromiseLike<unknown>
  /** What it makes old. */
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
