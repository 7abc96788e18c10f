// The fields of one line, for keyboard and bar-code reader. Enter moves to the next field, and after the quantity it
// completes the line. A scanned code fills in product, lot and expiry date at once, without waiting for the product
// lookup.
import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type Ref, useRef } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { FieldRow } from '../../ui/form/form.tsx'
import { lastDate } from '../../ui/form/last-date.ts'
import { formatDate, today } from '../../ui/format.ts'
import { QuantityField, YearField } from '../../ui/number/number-fields.tsx'
import { isSeparatorKey, readGs1, shownSeparator } from '../scan/gs1.ts'
import { descriptionBelow, type Entry, type Goods } from './line.ts'
import { lotsOfProduct, otherExpiryOf } from './lookups.ts'
import styles from './receive.module.css'

type LineFieldsProps = {
  /** Given where others move the focus to a field of this line. */
  fieldsRef?: Ref<HTMLFieldSetElement>
  label: string
  clientId: string
  entry: Entry
  /** The path of the entry in the form. */
  path: string
  /** The lines above this one on the paper. */
  above: readonly Goods[]
  faultOf: (name: keyof Entry) => ReactNode
  set: (change: Partial<Entry>) => void
  findProduct: () => Promise<boolean>
  confirmLabel: string
  confirm: (fields: HTMLFieldSetElement) => void
  cancel?: () => void
  /** Called for Enter on an empty code. */
  leave?: () => void
}

export function LineFields(props: LineFieldsProps) {
  const { clientId, entry, path, above, faultOf, set, findProduct, confirm, cancel, leave } = props
  const { t } = useLingui()
  const { code, product } = entry
  const row = useRef<HTMLFieldSetElement>(null)
  const fieldsRef = useMergedRef(row, props.fieldsRef)
  const focus = (name: keyof Entry) => focusField(row.current, name)
  const finish = () => {
    if (row.current) confirm(row.current)
  }

  const lookUp = async () => {
    const { lot = '', expiry = '' } = readGs1(code) ?? {}
    set({ ...(lot ? { lot_number: lot } : {}), ...(expiry ? { expiry_date: expiry } : {}) })
    focus(lot ? 'quantity' : 'lot_number')
    const isFound = await findProduct()
    // Does not take the focus from a field in which the user has typed meanwhile.
    const focused = document.activeElement
    const isIdle = focused instanceof HTMLInputElement && focused.value === ''
    if (!isFound && isIdle && row.current?.contains(focused)) focus('code')
  }
  const onEnter = (next: () => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    next()
  }
  const onCodeKey = (event: KeyboardEvent) => {
    if (isSeparatorKey(event)) {
      event.preventDefault()
      set({ code: `${code}${shownSeparator}`, product: null })
    } else if (code.trim() !== '') onEnter(() => void lookUp())(event)
    else if (leave) onEnter(leave)(event)
  }
  const text = (name: 'lot_number' | 'expiry_date') => ({
    name,
    value: entry[name],
    error: faultOf(name),
    'data-path': `${path}.${name}`,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      set({ [name]: currentTarget.value }),
  })
  const number = (name: 'vintage_year' | 'quantity') => ({
    name,
    value: entry[name],
    error: faultOf(name),
    onChange: (typed: string) => set({ [name]: typed }),
  })
  return (
    <fieldset ref={fieldsRef} className={styles['entry']} aria-label={props.label}>
      <FieldRow>
        <TextInput
          name="code"
          label={t`SKU or bar code`}
          value={code}
          error={faultOf('code')}
          disabled={clientId === ''}
          autoComplete="off"
          onChange={({ currentTarget }) => set({ code: currentTarget.value, product: null })}
          onKeyDown={onCodeKey}
          onBlur={() => void findProduct()}
          inputWrapperOrder={descriptionBelow}
          description={product ? product.name : clientId === '' ? t`choose the client first` : null}
        />
        <TextInput label={t`Lot`} autoComplete="off" {...text('lot_number')} />
        <TextInput type="date" max={lastDate} label={t`Expires`} {...text('expiry_date')} />
        <YearField label={t`Vintage`} {...number('vintage_year')} />
        <QuantityField
          label={t`Quantity`}
          unit={product?.unit_type ?? ''}
          onKeyDown={onEnter(finish)}
          {...number('quantity')}
        />
      </FieldRow>
      <div className={styles['foot']}>
        <Warnings clientId={clientId} entry={entry} above={above} />
        {cancel ? <Button onClick={cancel}>{t`Cancel`}</Button> : null}
        <Button disabled={clientId === ''} onClick={finish}>
          {props.confirmLabel}
        </Button>
      </div>
    </fieldset>
  )
}

export function focusField(fields: HTMLFieldSetElement | null, name: keyof Entry): void {
  const field = fields?.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}

function Warnings({ clientId, entry, above }: Pick<LineFieldsProps, 'clientId' | 'entry' | 'above'>) {
  const { t } = useLingui()
  const { product, lot_number, expiry_date, quantity } = entry
  const lots = useQuery({
    ...lotsOfProduct(clientId, product?.id ?? ''),
    enabled: product !== null && lot_number !== '',
  })
  const isDateGiven = expiry_date !== '' || quantity !== ''
  const otherExpiry = isDateGiven ? otherExpiryOf(entry, lots.data ?? [], above) : undefined
  const warnings = [
    // No warning while the digits of a year are being typed.
    expiry_date >= '1900' && expiry_date < today() ? t`This date is in the past.` : null,
    otherExpiry === undefined
      ? null
      : t`This lot exists with another expiry date: ${otherExpiry === null ? t`none` : formatDate(otherExpiry)}.`,
  ].filter((warning) => warning !== null)
  return (
    <p role="status" className={styles['warning']}>
      {warnings.map((warning) => (
        <Chip key={warning} tone="warn">
          {warning}
        </Chip>
      ))}
    </p>
  )
}

/** Enter moves to the next field instead of submitting, because a bar-code reader ends with it. Ctrl-Enter submits. */
export function leadToNextField(event: KeyboardEvent<HTMLElement>): void {
  const field = event.target
  if (event.key !== 'Enter' || event.defaultPrevented || !isField(field)) return
  event.preventDefault()
  if (event.ctrlKey || event.metaKey) {
    field.form?.requestSubmit()
    return
  }
  const all = [...(field.form?.elements ?? [])]
  all
    .slice(all.indexOf(field) + 1)
    .find(isNext)
    ?.focus()
}

const isField = (one: unknown): one is HTMLInputElement | HTMLSelectElement =>
  one instanceof HTMLInputElement || one instanceof HTMLSelectElement

const isNext = (one: Element): one is HTMLInputElement | HTMLSelectElement | HTMLButtonElement =>
  isField(one) ? !one.disabled : one instanceof HTMLButtonElement && one.type === 'submit'
