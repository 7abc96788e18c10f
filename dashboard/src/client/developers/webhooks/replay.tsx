// Sends events of the past to an endpoint, after showing how many there are.
import { eventTypes } from '@anden/contract/values'
import type { Replay, WebhookEndpoint } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { markOld, portal } from '../../../shared/api.ts'
import { useDraft } from '../../../ui/form/drafts.ts'
import { FieldRow } from '../../../ui/form/form.tsx'
import { formatNumber, nextDay, startOfDay } from '../../../ui/format.ts'
import { Modal } from '../../../ui/modal.tsx'
import { ProblemNote } from '../../../ui/problem.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { EventPicker } from './event-picker.tsx'
import './problems.ts'
import { pastEvents } from './queries.ts'

type Chosen = { from: string; to: string; types: string[] }

function selectionOf({ from, to, types }: Chosen): Replay {
  return {
    since: startOfDay(from),
    ...(to ? { until: startOfDay(nextDay(to)) } : {}),
    event_types: types as NonNullable<Replay['event_types']>,
  }
}

export function ReplayDialog({
  endpoint: { id, events },
  close,
}: {
  endpoint: WebhookEndpoint
  close: () => void
}) {
  const { t } = useLingui()
  const draft = useDraft<Chosen>(`webhooks.${id}.replay`, { from: '', to: '', types: [...events] })
  const chosen = draft.value
  const subscribed = eventTypes.filter((type) => events.includes(type))
  const set = (part: Partial<Chosen>) => draft.set({ ...chosen, ...part })
  const types = chosen.types.filter((type) => events.includes(type))
  const isComplete = chosen.from !== '' && types.length > 0
  const selection = isComplete ? selectionOf({ ...chosen, types }) : null
  const past = useQuery({
    ...pastEvents(id, selection ?? { since: '' }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
  })
  const count = isComplete && !past.isError ? (past.data?.count ?? null) : null
  const replay = useAction({
    mutationFn: async () => {
      if (selection) await portal.webhooks.replay(id, selection)
    },
    onSuccess: () => {
      draft.forget()
      close()
    },
    onSettled: () => markOld('webhooks'),
  })
  const canReplay = count !== null && count > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canReplay) replay.mutate()
  }
  return (
    <Modal
      opened
      onClose={close}
      title={t`Send past events`}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack component="form" gap="md" onSubmit={submit}>
        <p className="quiet">
          <Trans>
            Events that happened before are sent to this endpoint, also those from before it existed. They
            keep their id, so your receiver can tell which ones it has already processed. Events are kept for
            90 days.
          </Trans>
        </p>
        <FieldRow>
          <TextInput
            type="date"
            label={t`From`}
            withAsterisk
            data-autofocus
            value={chosen.from}
            onChange={({ currentTarget }) => set({ from: currentTarget.value })}
          />
          <TextInput
            type="date"
            label={t`To`}
            value={chosen.to}
            onChange={({ currentTarget }) => set({ to: currentTarget.value })}
          />
        </FieldRow>
        <EventPicker
          label={t`Events`}
          among={subscribed}
          value={types}
          onChange={(next) => set({ types: next })}
        />
        <p role="status">
          {isComplete ? (
            past.isError ? null : count === null ? (
              <Trans>Counting…</Trans>
            ) : (
              <b>{plural(count, { one: '# event would be sent', other: '# events would be sent' })}</b>
            )
          ) : (
            <Trans>Choose from which day on, and which events.</Trans>
          )}
        </p>
        {isComplete && past.isError ? (
          <ProblemNote error={past.error} retry={() => void past.refetch()} />
        ) : null}
        {replay.isError ? <ProblemNote error={replay.error} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button variant="filled" loading={replay.isPending} disabled={!canReplay} type="submit">
            {canReplay ? t`Send ${formatNumber(count)}` : t`Send`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
