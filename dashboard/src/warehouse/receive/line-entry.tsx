// One line after the other without the mouse: Enter leads to the next field, and after the quantity to the next line. A
// reader's code fills product, lot and expiry date at once, and nobody waits until the product is found.
import { useLingui } from '@lingui/react/macro'
import { NumberInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { FieldRow } from '../../ui/form/form.tsx'
import { formatDate, today } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { unitName } from '../../ui/values.tsx'
import { readGs1, shownSeparator } from './gs1.ts'
import { descriptionBelow, type Entry, emptyEntry, type GoodsLine, lastDate } from './line.ts'
import { findProduct, lotsOfProduct, otherExpiryOf } from './lookups.ts'
import styles from './receive.module.css'

type LineEntryProps = {
  clientId: string
  entry: Entry
  set: (change: Partial<Entry>) => void
  lines: readonly GoodsLine[]
  add: (line: GoodsLine) => void
}

export function LineEntry({ clientId, entry, set, lines, add }: LineEntryProps) {
  const { t } = useLingui()
  const { product, quantity, expiry_date } = entry
  const row = useRef<HTMLDivElement>(null)
  const focus = (name: string) => row.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()
  const sought = useRef('')
  const [unknownCode, setUnknownCode] = useState<string | null>(null)
  // The quantity was entered before the product was found.
  const [isFinished, setFinished] = useState(false)

  const lookup = useMutation({
    mutationFn: async (code: string) => await findProduct(clientId, code),
    onSuccess: (found, code) => {
      if (code !== sought.current) return
      set({ product: found })
      if (found) return
      setUnknownCode(code)
      setFinished(false)
      focus('code')
    },
  })
  const lookUp = () => {
    const code = entry.code.trim()
    if (code === '') return
    const { lot = '', expiry = '' } = readGs1(code) ?? {}
    sought.current = code
    setUnknownCode(null)
    set({ product: null, ...(lot ? { lot_number: lot } : {}), ...(expiry ? { expiry_date: expiry } : {}) })
    lookup.mutate(code)
    focus(lot ? 'quantity' : 'lot_number')
  }

  const lots = useQuery({
    ...lotsOfProduct(clientId, product?.id ?? ''),
    enabled: product !== null && entry.lot_number !== '',
  })
  const isDateGiven = expiry_date !== '' || quantity !== ''
  const otherExpiry = isDateGiven ? otherExpiryOf(entry, lots.data ?? [], lines) : undefined
  const warnings = [
    unknownCode !== null && unknownCode === entry.code.trim()
      ? t`This client has no product with that code.`
      : null,
    // Not while the digits of a year are being typed.
    expiry_date >= '1900' && expiry_date < today() ? t`This date is in the past.` : null,
    otherExpiry === undefined
      ? null
      : t`This lot exists with another expiry date: ${otherExpiry === null ? t`none` : formatDate(otherExpiry)}.`,
  ].filter((warning) => warning !== null)

  const finish = () => {
    if (quantity === '' || quantity <= 0) return
    if (!product && lookup.isPending) return setFinished(true)
    if (!product) return focus('code')
    const { code: _, ...rest } = entry
    const other = otherExpiry === undefined ? {} : { otherExpiry }
    add({ ...rest, key: crypto.randomUUID(), product, quantity, ...other })
    set(emptyEntry)
    setFinished(false)
    focus('code')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the product has been found
  useEffect(() => {
    if (isFinished && product) finish()
  }, [isFinished, product])

  const onEnter = (next: () => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    next()
  }
  /** A reader types the separator of GS1 as Ctrl and ], which a field leaves out. */
  const onCodeKey = (event: KeyboardEvent) => {
    if (event.ctrlKey && event.key === ']') {
      event.preventDefault()
      set({ code: `${entry.code}${shownSeparator}` })
    } else if (entry.code.trim() !== '') onEnter(lookUp)(event)
    else if (lines.length > 0) onEnter(() => focusSave(row.current))(event)
  }
  const unit = product ? unitName(Number(quantity) || 0, product.unit_type) : null
  return (
    <div ref={row} className={styles['entry']}>
      <FieldRow>
        <TextInput
          name="code"
          label={t`SKU or bar code`}
          value={entry.code}
          disabled={clientId === ''}
          autoComplete="off"
          onChange={({ currentTarget }) => set({ code: currentTarget.value, product: null })}
          onKeyDown={onCodeKey}
          inputWrapperOrder={descriptionBelow}
          description={product ? product.name : clientId === '' ? t`choose the client first` : null}
        />
        <TextInput
          name="lot_number"
          label={t`Lot`}
          value={entry.lot_number}
          autoComplete="off"
          onChange={({ currentTarget }) => set({ lot_number: currentTarget.value })}
        />
        <TextInput
          name="expiry_date"
          type="date"
          max={lastDate}
          label={t`Expires`}
          value={expiry_date}
          onChange={({ currentTarget }) => set({ expiry_date: currentTarget.value })}
        />
        <NumberInput
          name="vintage_year"
          label={t`Vintage`}
          value={entry.vintage_year}
          thousandSeparator=""
          onChange={(value) => set({ vintage_year: typeof value === 'number' ? value : '' })}
        />
        <NumberInput
          name="quantity"
          label={t`Quantity`}
          value={quantity}
          decimalScale={3}
          rightSectionWidth={64}
          rightSection={unit ? <span className="quiet">{unit}</span> : null}
          onChange={(value) => set({ quantity: typeof value === 'number' ? value : '' })}
          onKeyDown={onEnter(finish)}
        />
      </FieldRow>
      {lookup.isError ? <ProblemNote error={lookup.error} /> : null}
      <p role="status" className={styles['warning']}>
        {warnings.map((warning) => (
          <Chip key={warning} tone="warn">
            {warning}
          </Chip>
        ))}
      </p>
    </div>
  )
}

const focusSave = (row: HTMLElement | null) =>
  row?.closest('form')?.querySelector<HTMLElement>('button[type="submit"]')?.focus()
