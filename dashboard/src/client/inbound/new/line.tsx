// One line of a notice. A notice can have five hundred, so a line is rendered again only if it has changed.
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, TextInput } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { type KeyboardEvent, memo, type RefObject } from 'react'
import { lastDate } from '../../../ui/form/last-date.ts'
import { QuantityField, YearField } from '../../../ui/number/number-fields.tsx'
import styles from './lines.module.css'
import type { NoticeLineFields } from './notice-fields.ts'

/** What can be typed into a line. */
export type LineField = 'quantity' | 'lot_number' | 'expiry_date' | 'vintage_year'

type NoticeLineProps = {
  line: NoticeLineFields
  index: number
  /** By field, and of the product. */
  faults: Partial<Record<LineField | 'product', string>>
  quantityRef: RefObject<HTMLInputElement | null> | undefined
  /** These must not depend on what the line holds. */
  set: (index: number, field: LineField, text: string) => void
  remove: (index: number) => void
  next: () => void
}

export const NoticeLine = memo(Line, (before, now) => {
  const { line, faults, index, quantityRef } = now
  return (
    before.index === index &&
    before.quantityRef === quantityRef &&
    JSON.stringify([before.line, before.faults]) === JSON.stringify([line, faults])
  )
})

function Line({ line, index, faults, quantityRef, set, remove, next }: NoticeLineProps) {
  const { t } = useLingui()
  const { name, sku, unit_type } = line.product
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    next()
  }
  const field = (of: LineField) => ({
    value: line[of],
    error: faults[of],
    'data-path': `items.${index}.${of}`,
    onKeyDown,
  })
  const text = (of: LineField) => ({
    ...field(of),
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set(index, of, currentTarget.value),
  })
  // A pasted text that is no date is shown as it is.
  const isDate = line.expiry_date === '' || /^\d{4}-\d\d-\d\d$/.test(line.expiry_date)
  return (
    <li>
      <div className={styles['product']}>
        <span>{name}</span> <span className="mono quiet">{sku}</span>
        {faults.product ? <span className={styles['fault']}>{faults.product}</span> : null}
      </div>
      <QuantityField
        ref={quantityRef}
        aria-label={t`Quantity of ${name}`}
        placeholder={t`Quantity`}
        unit={unit_type}
        {...field('quantity')}
        onChange={(typed) => set(index, 'quantity', typed)}
      />
      <TextInput aria-label={t`Lot of ${name}`} placeholder={t`Lot`} {...text('lot_number')} />
      <TextInput
        aria-label={t`Expiry date of ${name}`}
        type={isDate ? 'date' : 'text'}
        max={lastDate}
        {...text('expiry_date')}
      />
      <YearField
        aria-label={t`Vintage of ${name}`}
        placeholder={t`Vintage`}
        {...field('vintage_year')}
        onChange={(typed) => set(index, 'vintage_year', typed)}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={t`Remove ${name}`} onClick={() => remove(index)}>
        <Trash2 size={16} />
      </ActionIcon>
    </li>
  )
}
