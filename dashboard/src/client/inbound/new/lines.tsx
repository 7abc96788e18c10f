// The lines of a notice: products are found by SKU or name, pasted from a spreadsheet, or read from a file.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { type ClipboardEvent, useEffect, useRef, useState } from 'react'
import { totalsText } from '../../../shared/stock/units.ts'
import { Card } from '../../../ui/card.tsx'
import { DropArea } from '../../../ui/drop-area.tsx'
import { quantityIn } from '../../../ui/number/read-number.ts'
import { typedNumber } from '../../../ui/number/typed-number.ts'
import { Warning } from '../../../ui/warning.tsx'
import { type LineField, NoticeLine } from './line.tsx'
import styles from './lines.module.css'
import { type NoticeLineFields, newLine } from './notice-fields.ts'
import { type FoundLineProduct, ProductSearch } from './product-search.tsx'
import { SheetTools } from './sheet-tools.tsx'
import type { NoticeForm } from './use-notice-form.ts'
import { useSheetLines } from './use-sheet-lines.ts'

export function NoticeLines({ form }: { form: NoticeForm }) {
  const { t } = useLingui()
  const search = useRef<HTMLInputElement>(null)
  const quantity = useRef<HTMLInputElement>(null)
  const [lineToFocus, setLineToFocus] = useState<{ key: string } | null>(null)
  useEffect(() => {
    if (lineToFocus) quantity.current?.focus()
  }, [lineToFocus])
  const { items } = form.values
  const append = (lines: NoticeLineFields[]) => {
    form.clearFieldError('items')
    form.setFieldValue('items', [...form.getValues().items, ...lines])
  }
  const add = ({ id, sku, name, unit_type }: FoundLineProduct) => {
    const line = newLine({ id, sku, name, unit_type })
    append([line])
    setLineToFocus(line)
  }
  const sheet = useSheetLines(append)
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (!sheet.isTable(text)) return
    event.preventDefault()
    sheet.paste(text)
  }
  return (
    <Card title={t`Products`} aside={<Totals lines={items} />} flush>
      <DropArea
        onDrop={([file]) => file && sheet.read(file)}
        isDisabled={false}
        label={t`Drop the sheet to add its lines`}
      >
        <div onPaste={onPaste}>
          {items.length > 0 ? (
            <div className={styles['heads']} aria-hidden="true">
              <span>{t`Product`}</span>
              <span>{t`Quantity`}</span>
              <span>{t`Lot`}</span>
              <span>{t`Expires`}</span>
              <span>{t`Vintage`}</span>
            </div>
          ) : null}
          <ol className={styles['lines']} aria-label={t`Lines`}>
            {items.map((line, index) => (
              <NoticeLine
                key={line.key}
                line={line}
                index={index}
                faults={faultsAt(form.errors, index)}
                quantityRef={line.key === lineToFocus?.key ? quantity : undefined}
                set={(at, field, text) => form.setFieldValue(`items.${at}.${field}`, text)}
                remove={(at) => {
                  const { sku = '' } = form.getValues().items[at]?.product ?? {}
                  form.removeLine('items', at, t`${sku} was removed.`)
                  search.current?.focus()
                }}
                next={() => search.current?.focus()}
              />
            ))}
          </ol>
          {sheet.isReading ? <p role="status" className={styles['search']}>{t`Reading the sheet…`}</p> : null}
          {sheet.refused.length > 0 ? (
            <div role="alert" className={styles['unread']}>
              {sheet.refused.map((text) => (
                <Warning key={text}>{text}</Warning>
              ))}
            </div>
          ) : null}
          <div className={styles['search']}>
            <ProductSearch inputRef={search} error={form.errors['items']} choose={add} />
            <p className={styles['hint']}>
              {t`Or paste rows from a spreadsheet, or drop a file: SKU, quantity, lot, expiry date, vintage.`}
            </p>
            <SheetTools read={sheet.read} />
          </div>
        </div>
      </DropArea>
    </Card>
  )
}

const fields: readonly (LineField | 'product')[] = [
  'product',
  'quantity',
  'lot_number',
  'expiry_date',
  'vintage_year',
]

function faultsAt(errors: NoticeForm['errors'], index: number) {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const fault = errors[`items.${index}.${field}`]
      return fault ? [[field, String(fault)]] : []
    }),
  )
}

function Totals({ lines }: { lines: readonly NoticeLineFields[] }) {
  const { t } = useLingui()
  const total = totalsText(
    lines.flatMap(({ product: { unit_type: unit }, quantity }) => {
      const read = typedNumber(quantity, quantityIn(unit))
      return read === null ? [] : [{ quantity: read, unit }]
    }),
  )
  const count = plural(lines.length, { one: '# line', other: '# lines' })
  return <span role="status">{lines.length > 0 ? (total ? t`${total} in ${count}` : count) : ''}</span>
}
