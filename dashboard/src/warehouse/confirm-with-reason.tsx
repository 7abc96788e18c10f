// A dialog before what needs a reason: the reason is kept with what is done, so it cannot be left out.
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { markOld } from '../api.ts'
import { Confirm } from '../ui/confirm.tsx'

type ConfirmWithReasonProps = {
  title: string
  confirmLabel: string
  /** What will happen. */
  children: ReactNode
  send: (reason: string) => PromiseLike<unknown>
  /** What it makes old. */
  topics: readonly string[]
  close: () => void
}

export function ConfirmWithReason(props: ConfirmWithReasonProps) {
  const { title, confirmLabel, children, send, topics, close } = props
  const { t } = useLingui()
  const [text, setText] = useState('')
  const reason = text.trim()
  const action = useMutation({
    mutationFn: async () => await send(reason),
    onSuccess: () => {
      for (const topic of topics) markOld(topic)
      close()
    },
  })
  return (
    <Confirm title={title} confirmLabel={confirmLabel} isReady={reason !== ''} action={action} close={close}>
      <p>{children}</p>
      <TextInput
        mt="md"
        label={t`Reason`}
        withAsterisk
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        data-autofocus
      />
    </Confirm>
  )
}
