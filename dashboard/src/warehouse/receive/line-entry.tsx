// One line after the other without the mouse: Enter leads to the next field, and after the quantity to the next line. A
// reader's code fills product, lot and expiry date at once.
import { useLingui } from '@lingui/react/macro'
import { NumberInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Chip } from '../../ui/chip.tsx'
import { FieldRow } from '../../ui/form/form.tsx'
import { formatDate, today } from '../../ui/format.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { unitName } from '../../ui/values.tsx'
import { descriptionBelow, type GoodsLine } from './line.ts'
import { type Found, findProduct, otherExpiry } from './lookups.ts'
import styles from './receive.module.css'

const nothing = {
  code: '',
  lot_number: '',
  expiry_date: '',
  vintage_year: '' as number | '',
  quantity: '' as number | '',
}

export function LineEntry({ clientId, add }: { clientId: string; add: (line: GoodsLine) => void }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(nothing)
  const [found, setFound] = useState<Found | null>(null)
  const [warning, setWarning] = useState<string | null>(null)
  const row = useRef<HTMLDivElement>(null)
  const set = (change: Partial<typeof nothing>) => setTyped((was) => ({ ...was, ...change }))
  const focus = (name: string) => row.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus()

  const lookup = useMutation({
    mutationFn: async (code: string) => await findProduct(clientId, code),
    onSuccess: (result) => {
      setFound(result)
      if (!result) return setWarning(t`This client has no product with that code.`)
      setWarning(null)
      const { lot = '', expiry = '' } = result.scanned
      set({ lot_number: lot, expiry_date: expiry })
      focus(lot ? 'quantity' : 'lot_number')
    },
  })
  const check = async () => {
    if (typed.expiry_date && typed.expiry_date < today()) return setWarning(t`This date is in the past.`)
    if (!found || !typed.lot_number) return setWarning(null)
    const other = await otherExpiry(clientId, found.product.id, typed.lot_number, typed.expiry_date || null)
    if (other === undefined) return setWarning(null)
    const date = other === null ? t`none` : formatDate(other)
    setWarning(t`This lot exists with another expiry date: ${date}.`)
  }
  const finish = () => {
    if (!found || typed.quantity === '' || typed.quantity <= 0) return focus(found ? 'quantity' : 'code')
    const { code: _, quantity, ...rest } = typed
    add({ key: crypto.randomUUID(), product: found.product, quantity, ...rest })
    setTyped(nothing)
    setFound(null)
    setWarning(null)
    focus('code')
  }
  /** Enter is the reader's end of code, and the typist's next field. */
  const onEnter = (next: () => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    next()
  }
  const unit = found ? unitName(Number(typed.quantity) || 0, found.product.unit_type) : null
  return (
    <div ref={row} className={styles['entry']}>
      <FieldRow>
        <TextInput
          name="code"
          label={t`SKU or bar code`}
          value={typed.code}
          disabled={clientId === ''}
          autoComplete="off"
          onChange={({ currentTarget }) => set({ code: currentTarget.value })}
          onKeyDown={onEnter(() => typed.code.trim() && lookup.mutate(typed.code))}
          inputWrapperOrder={descriptionBelow}
          description={found ? found.product.name : clientId === '' ? t`choose the client first` : null}
        />
        <TextInput
          name="lot_number"
          label={t`Lot`}
          value={typed.lot_number}
          autoComplete="off"
          onChange={({ currentTarget }) => set({ lot_number: currentTarget.value })}
          onKeyDown={onEnter(() => focus('expiry_date'))}
        />
        <TextInput
          name="expiry_date"
          type="date"
          label={t`Expires`}
          value={typed.expiry_date}
          onChange={({ currentTarget }) => set({ expiry_date: currentTarget.value })}
          onBlur={() => void check()}
          onKeyDown={onEnter(() => focus('vintage_year'))}
        />
        <NumberInput
          name="vintage_year"
          label={t`Vintage`}
          value={typed.vintage_year}
          thousandSeparator=""
          onChange={(value) => set({ vintage_year: typeof value === 'number' ? value : '' })}
          onKeyDown={onEnter(() => focus('quantity'))}
        />
        <NumberInput
          name="quantity"
          label={t`Quantity`}
          value={typed.quantity}
          decimalScale={3}
          rightSectionWidth={64}
          rightSection={unit ? <span className="quiet">{unit}</span> : null}
          onChange={(value) => set({ quantity: typeof value === 'number' ? value : '' })}
          onFocus={() => void check()}
          onKeyDown={onEnter(finish)}
        />
      </FieldRow>
      {lookup.isError ? <ProblemNote error={lookup.error} /> : null}
      <p role="status" className={styles['warning']}>
        {warning ? <Chip tone="warn">{warning}</Chip> : null}
      </p>
    </div>
  )
}
