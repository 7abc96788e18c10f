// Records what was signed on paper: who received the goods, what was not right, and a scan of the paper.
import type { StaffRemitoDetail } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Checkbox, FileButton, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { markOld } from '../../shared/api.ts'
import { exact } from '../../shared/stock/exact.ts'
import { useDraft } from '../../ui/form/drafts.ts'
import { FieldRow } from '../../ui/form/form.tsx'
import { endOfDay, today } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import { QuantityField } from '../../ui/number/number-fields.tsx'
import { quantityIn } from '../../ui/number/read-number.ts'
import { readTyped } from '../../ui/number/typed-number.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { quantityText } from '../../ui/values.tsx'
import { recordOnPaper } from './record-on-paper.ts'

type Item = StaffRemitoDetail['distribution_remito_items'][number]
type Kind = 'missing' | 'damaged' | 'refused'
type Typed = Partial<Record<Kind, string>> & { note?: string }
export type PaperFields = {
  /** Of this record: sent twice, it is recorded once. */
  submission_id: string
  name: string
  document: string
  day: string
  isAllRight: boolean
  lines: Record<string, Typed>
}

const nothingTyped = (): PaperFields => ({
  submission_id: crypto.randomUUID(),
  name: '',
  document: '',
  day: today(),
  isAllRight: true,
  lines: {},
})

export function PaperDialog({
  remito,
  name,
  close,
}: {
  remito: StaffRemitoDetail
  name: string
  close: () => void
}) {
  const { t } = useLingui()
  const { value, set, forget } = useDraft(`remitos.${remito.id}.paper`, nothingTyped())
  const [scan, setScan] = useState<File | null>(null)
  const [isChecked, setChecked] = useState(false)
  const items = remito.distribution_remito_items
  const lines = items.map((item) => lineOf(item, value.isAllRight ? {} : (value.lines[item.id] ?? {})))
  const isNothing = lines.every((line) => line?.accepted === 0)
  const isReady =
    value.name.trim().length >= 2 && lines.every((line) => line !== null) && !isNothing && scan !== null
  const action = useAction({
    mutationFn: async (paper: File) =>
      await recordOnPaper(remito.id, {
        submission_id: value.submission_id,
        name: value.name.trim(),
        document: value.document.trim() || null,
        signed_at: endOfDay(value.day || today()),
        items: lines.filter((line) => line !== null),
        scan: paper,
      }),
    onSuccess: () => {
      forget()
      for (const topic of ['remitos', 'orders', 'stock']) markOld(topic)
      close()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isReady && scan) void action.mutate(scan)
  }
  const setLine = (id: string, typed: Typed) =>
    set({ ...value, lines: { ...value.lines, [id]: { ...value.lines[id], ...typed } } })
  return (
    <Modal
      opened
      onClose={close}
      title={t`${name} was signed on paper`}
      size="lg"
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <Stack component="form" gap="md" onSubmit={submit}>
        <FieldRow>
          <TextInput
            label={t`Who received it`}
            withAsterisk
            data-autofocus
            maxLength={100}
            value={value.name}
            error={isChecked && value.name.trim().length < 2 ? t`Enter the name on the paper` : null}
            onChange={({ currentTarget }) => set({ ...value, name: currentTarget.value })}
          />
          <TextInput
            label={t`DNI or CUIT`}
            inputMode="numeric"
            maxLength={40}
            value={value.document}
            onChange={({ currentTarget }) => set({ ...value, document: currentTarget.value })}
          />
          <TextInput
            label={t`Day`}
            type="date"
            max={today()}
            value={value.day}
            onChange={({ currentTarget }) => set({ ...value, day: currentTarget.value })}
          />
        </FieldRow>
        <Checkbox
          label={t`Everything was right`}
          checked={value.isAllRight}
          onChange={({ currentTarget }) => set({ ...value, isAllRight: currentTarget.checked })}
        />
        {value.isAllRight
          ? null
          : items.map((item, index) => (
              <PaperLine
                key={item.id}
                item={item}
                typed={value.lines[item.id] ?? {}}
                isWrong={lines[index] === null}
                change={(typed) => setLine(item.id, typed)}
              />
            ))}
        {isNothing ? (
          <p role="alert">
            <Trans>If nothing was received, the delivery has failed: record that on the order.</Trans>
          </p>
        ) : null}
        <Group gap="xs">
          <FileButton accept="application/pdf,image/jpeg,image/png,image/webp" onChange={setScan}>
            {(props) => <Button {...props}>{scan ? t`Choose another scan` : t`Add a scan`}</Button>}
          </FileButton>
          <span
            className={isChecked && !scan ? 'bad' : 'quiet'}
            role={isChecked && !scan ? 'alert' : undefined}
          >
            {scan?.name ?? t`PDF or photo of the signed paper`}
          </span>
        </Group>
        {action.error ? <ProblemNote error={action.error} /> : null}
        <Group justify="flex-end" gap="xs">
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button variant="filled" type="submit" loading={action.isPending}>
            {t`Record it`}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

type PaperLineProps = { item: Item; typed: Typed; isWrong: boolean; change: (typed: Typed) => void }

function PaperLine({ item, typed, isWrong, change }: PaperLineProps) {
  const { t } = useLingui()
  const { products, quantity, unit_type, lot_number } = item
  const shipped = quantityText(quantity, unit_type)
  const labels: Record<Kind, string> = { missing: t`Missing`, damaged: t`Damaged`, refused: t`Refused` }
  return (
    <fieldset>
      <legend>
        {products.name} <span className="mono quiet">{lot_number}</span> · {shipped}
      </legend>
      <FieldRow>
        {kinds.map((kind) => (
          <QuantityField
            key={kind}
            unit={unit_type}
            label={labels[kind]}
            value={typed[kind] ?? ''}
            onChange={(text) => change({ [kind]: text })}
          />
        ))}
      </FieldRow>
      <TextInput
        label={t`Note`}
        maxLength={500}
        value={typed.note ?? ''}
        error={isWrong ? t`More than ${shipped}, or not a number` : null}
        onChange={({ currentTarget }) => change({ note: currentTarget.value })}
      />
    </fieldset>
  )
}

const kinds = ['missing', 'damaged', 'refused'] as const

export type PaperLineToSend = { item_id: string; accepted: number; note?: string } & Record<Kind, number>

/** null: something cannot be read, or is more than there was. */
function lineOf({ id, quantity, unit_type }: Item, typed: Typed): PaperLineToSend | null {
  const found = { missing: 0, damaged: 0, refused: 0 }
  for (const kind of kinds) {
    const reading = readTyped(typed[kind] ?? '', quantityIn(unit_type))
    if (reading.is === 'number') found[kind] = reading.value
    else if (reading.is !== 'empty') return null
  }
  const accepted = exact(quantity - found.missing - found.damaged - found.refused)
  const note = typed.note?.trim()
  return accepted < 0 ? null : { item_id: id, accepted, ...found, ...(note ? { note } : {}) }
}
