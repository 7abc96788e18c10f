// Sends the missed events of an endpoint again, after showing how many there are. A paused endpoint is reactivated
// first.

import { eventTypes } from '@anden/contract/values'
import type { Recover, WebhookEndpoint } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
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
import { missedBy } from './queries.ts'

type Chosen = { from: string; to: string; types: string[]; abandoned: boolean }

const everything: Chosen = { from: '', to: '', types: [...eventTypes], abandoned: false }

function selectionOf({ from, to, types, abandoned }: Chosen): Recover {
  return {
    ...(from ? { since: startOfDay(from) } : {}),
    ...(to ? { until: startOfDay(nextDay(to)) } : {}),
    ...(types.length < eventTypes.length ? { event_types: types as Recover['event_types'] } : {}),
    ...(abandoned ? { include_abandoned: true } : {}),
  }
}

export function RecoverDialog({ endpoint, close }: { endpoint: WebhookEndpoint; close: () => void }) {
  const { t } = useLingui()
  const isPaused = endpoint.status === 'paused'
  const draft = useDraft<Chosen>(`webhooks.${endpoint.id}.recover`, everything)
  const chosen = draft.value
  const set = (part: Partial<Chosen>) => draft.set({ ...chosen, ...part })
  const selection = selectionOf(chosen)
  const hasTypes = chosen.types.length > 0
  const missed = useQuery({
    ...missedBy(endpoint.id, selection),
    enabled: hasTypes,
    placeholderData: keepPreviousData,
  })
  const count = hasTypes ? (missed.data?.count ?? null) : 0
  const recovery = useAction({
    mutationFn: async () => {
      if (isPaused) await portal.webhooks.update(endpoint.id, { status: 'active' })
      if (count !== 0) await portal.webhooks.recover(endpoint.id, selection)
    },
    onSuccess: () => {
      draft.forget()
      close()
    },
    // The list has changed even if only the first step succeeded.
    onSettled: () => markOld('webhooks'),
  })
  const canRecover = count !== null && (count > 0 || isPaused)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (canRecover) recovery.mutate()
  }
  const label = () => {
    const figure = formatNumber(count ?? 0)
    if (isPaused) return count === 0 ? t`Only re-activate` : t`Re-activate and recover ${figure}`
    return t`Recover ${figure}`
  }
  return (
    <Modal
      opened
      onClose={close}
      title={isPaused ? t`Re-activate and recover` : t`Recover what it missed`}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack component="form" gap="md" onSubmit={submit}>
        <p className="quiet">
          <Trans>Without a choice, everything that was not delivered is sent again.</Trans>
        </p>
        <FieldRow>
          <TextInput
            type="date"
            label={t`From`}
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
        <EventPicker label={t`Events`} value={chosen.types} onChange={(types) => set({ types })} />
        <Checkbox
          size="xs"
          label={t`Also those that were given up after the last attempt`}
          checked={chosen.abandoned}
          onChange={({ currentTarget }) => set({ abandoned: currentTarget.checked })}
        />
        <p role="status">
          {count === null ? (
            <Trans>Counting…</Trans>
          ) : (
            <b>{plural(count, { one: '# event would be sent', other: '# events would be sent' })}</b>
          )}
        </p>
        {missed.isError ? <ProblemNote error={missed.error} retry={() => void missed.refetch()} /> : null}
        {recovery.isError ? <ProblemNote error={recovery.error} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button variant="filled" loading={recovery.isPending} disabled={!canRecover} type="submit">
            {label()}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
