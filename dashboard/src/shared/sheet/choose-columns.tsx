// Asks what the columns of a pasted table are.
import { useLingui } from '@lingui/react/macro'
import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { formatList, formatNumber } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import styles from './choose-columns.module.css'
import type { Arrangement, SheetColumn } from './columns.ts'
import type { Unarranged } from './use-pasting.ts'

type ChooseColumnsProps = Unarranged & {
  columns: readonly SheetColumn[]
  choose: (arrangement: Arrangement) => void
  close: () => void
}

const sampleRows = 3

export function ChooseColumns({ table, guess, columns, choose, close }: ChooseColumnsProps) {
  const { t } = useLingui()
  const [arrangement, setArrangement] = useState(guess)
  const missing = columns.filter(({ id, isRequired }) => isRequired && !arrangement.includes(id))
  const names = formatList(missing.map(({ label }) => label))
  const options = [
    { value: '', label: t`Not used` },
    ...columns.map(({ id, label }) => ({ value: id, label })),
  ]
  const unknown = Math.max(0, guess.indexOf(null))
  /** A column is taken once. */
  const set = (index: number, id: string) =>
    setArrangement((before) =>
      before.map((one, at) => (at === index ? id || null : one === id && id !== '' ? null : one)),
    )
  const nameOf = (index: number) => table.headings?.[index]?.trim() || t`Column ${formatNumber(index + 1)}`
  return (
    <Modal
      opened
      onClose={close}
      size="lg"
      title={t`What are the columns?`}
      closeButtonProps={{ 'aria-label': t`Close` }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          choose(arrangement)
        }}
      >
        <ul className={styles['columns']}>
          {arrangement.map((id, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a pasted table have no other key
            <li key={index}>
              <div>
                <b>{nameOf(index)}</b>
                <span className="quiet">
                  {table.rows
                    .slice(0, sampleRows)
                    .map((row) => row[index]?.trim())
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
              <NativeSelect
                aria-label={nameOf(index)}
                data={options}
                value={id ?? ''}
                onChange={({ currentTarget }) => set(index, currentTarget.value)}
                {...(index === unknown ? { 'data-autofocus': true } : {})}
              />
            </li>
          ))}
        </ul>
        <p role="status" className="quiet">
          {missing.length > 0 ? t`Still missing: ${names}` : null}
        </p>
        <Group justify="flex-end" mt="md">
          <Button onClick={close}>{t`Cancel`}</Button>
          <Button type="submit" variant="filled">
            {t`Use these columns`}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
