// A dialog before a dangerous action. It states what will happen, in numbers if possible. If the action cannot be
// undone, it asks the user to type a word.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ModalOnDemand } from './on-demand.tsx'
import { ProblemNote } from './problem.tsx'

export function Confirm({
  title,
  children,
  confirmLabel,
  closeLabel,
  typed,
  isReady = true,
  isDangerous = true,
  action,
  close,
}: {
  title: string
  children: ReactNode
  confirmLabel: string
  /** For dialogs in which “Cancel” could be mistaken for the action itself. */
  closeLabel?: string
  /** The word that the user has to type. */
  typed?: string
  /** Whether everything that the dialog asks for is filled in. */
  isReady?: boolean
  isDangerous?: boolean
  action: { mutate: () => void; isPending: boolean; error: unknown }
  close: () => void
}) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const canConfirm = isReady && (typed === undefined || text.trim() === typed)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // Without this, a form around the dialog would be submitted as well.
    event.stopPropagation()
    if (canConfirm) action.mutate()
  }
  return (
    <ModalOnDemand opened onClose={close} title={title} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Stack component="form" gap="md" onSubmit={submit}>
        <div>{children}</div>
        {typed ? (
          <TextInput
            label={<Trans>Type “{typed}” to confirm</Trans>}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            data-autofocus
          />
        ) : null}
        {action.error ? <ProblemNote error={action.error} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button onClick={close}>{closeLabel ?? t`Cancel`}</Button>
          <Button
            variant="filled"
            {...(isDangerous ? { color: 'red.8' } : {})}
            loading={action.isPending}
            type="submit"
            data-autofocus
            disabled={!canConfirm}
          >
            {confirmLabel}
          </Button>
        </Group>
      </Stack>
    </ModalOnDemand>
  )
}
