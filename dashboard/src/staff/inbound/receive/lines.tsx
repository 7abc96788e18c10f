// The lines of a notice while they are received: what is to come, a tick, and the fields for what is different.
import type { InboundItem, StaffInboundNoticeDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Check, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Chip } from '../../../ui/chip.tsx'
import { Expiry } from '../../../ui/expiry.tsx'
import { lastDate } from '../../../ui/form/last-date.ts'
import { QuantityField, YearField } from '../../../ui/number/number-fields.tsx'
import { quantityIn } from '../../../ui/number/read-number.ts'
import { typedNumber } from '../../../ui/number/typed-number.ts'
import { quantityText } from '../../../ui/values.tsx'
import counting from '../../prepare/prepare.module.css'
import styles from './receive.module.css'
import type { ReceiptForm } from './use-receipt.ts'
import { type Extra, type Typed, toComeOf } from './values.ts'

type ReceivedLinesProps = { form: ReceiptForm; notice: StaffInboundNoticeDetail }

export function ReceivedLines({ form, notice }: ReceivedLinesProps) {
  const { t } = useLingui()
  const { extras } = form.values
  return (
    <>
      <ol aria-label={t`Lines of the notice`} className={styles['lines']}>
        {notice.items.map((line) => (
          <Announced key={line.id} form={form} line={line} />
        ))}
      </ol>
      {extras.length > 0 ? (
        <ol aria-label={t`Not announced`} className={styles['lines']}>
          {extras.map((extra) => (
            <NotAnnounced key={extra.key} form={form} extra={extra} notice={notice} />
          ))}
        </ol>
      ) : null}
    </>
  )
}

function Announced({ form, line }: { form: ReceiptForm; line: InboundItem }) {
  const { t } = useLingui()
  const ticked = form.values.ticked[line.id]
  const { name, unit_type } = line
  const isContested = form.contested.includes(line)
  const toCome = quantityText(toComeOf(line), unit_type)
  const received = quantityText(line.received, unit_type)
  return (
    <Line
      form={form}
      id={line.id}
      isTicked={ticked !== undefined}
      open={() => form.open === line.id}
      face={
        <>
          <What
            {...line}
            lot={ticked?.lot_number ?? line.lot_number}
            date={ticked?.expiry_date ?? line.expiry_date}
          >
            {line.announced ? null : <Chip tone="warn">{t`not announced`}</Chip>}
            {line.received > 0 ? <span className="numeric">{t`${received} received before`}</span> : null}
          </What>
          <span className={counting['share']}>
            {ticked ? (
              shownQuantity(ticked, unit_type)
            ) : toComeOf(line) > 0 ? (
              toCome
            ) : (
              <Chip tone="ok">{t`all here`}</Chip>
            )}
          </span>
        </>
      }
      aside={
        <ActionIcon
          size={44}
          variant={ticked ? 'filled' : 'default'}
          aria-pressed={ticked !== undefined}
          aria-label={t`Received: ${name}, ${toCome}`}
          onClick={() => (ticked ? form.untick(line) : form.tick(line))}
        >
          <Check size={20} />
        </ActionIcon>
      }
      below={
        isContested ? (
          <div className={styles['contested']}>
            <span>{t`Meanwhile somebody else has received of this line: ${received} in all. Is this in addition?`}</span>
            <Button data-at-fault size="xs" onClick={() => form.acceptContested(line)}>
              {t`In addition`}
            </Button>
            <Button size="xs" onClick={() => form.untick(line)}>
              {t`It is the same`}
            </Button>
          </div>
        ) : null
      }
      fields={
        <Fields
          name={name}
          unit={unit_type}
          typed={
            ticked ?? {
              quantity: '',
              lot_number: line.lot_number ?? '',
              expiry_date: line.expiry_date ?? '',
              vintage_year: line.vintage_year === null ? '' : String(line.vintage_year),
            }
          }
          faultOf={(field) => form.faultOf(line.id, field)}
          close={() => form.setOpen(null)}
          set={(change) => form.setTyped(line, change)}
        />
      }
    />
  )
}

type NotAnnouncedProps = { form: ReceiptForm; extra: Extra; notice: StaffInboundNoticeDetail }

function NotAnnounced({ form, extra, notice }: NotAnnouncedProps) {
  const { t } = useLingui()
  const { key, product } = extra
  const isAnnounced = notice.items.some(({ product_id }) => product_id === product.id)
  return (
    <Line
      form={form}
      id={key}
      isTicked
      open={() => form.open === key}
      face={
        <>
          <What {...product} lot={extra.lot_number} date={extra.expiry_date}>
            <Chip tone="warn">{isAnnounced ? t`another lot` : t`not announced`}</Chip>
          </What>
          <span className={counting['share']}>{shownQuantity(extra, product.unit_type)}</span>
        </>
      }
      aside={
        <ActionIcon
          size={44}
          variant="subtle"
          color="gray"
          aria-label={t`Remove ${product.sku}`}
          onClick={() => form.removeExtra(key)}
        >
          <Trash2 size={18} />
        </ActionIcon>
      }
      fields={
        <Fields
          name={product.name}
          unit={product.unit_type}
          typed={extra}
          faultOf={(field) => form.faultOf(key, field)}
          close={() => form.setOpen(null)}
          set={(change) => form.setExtra(key, change)}
        />
      }
    />
  )
}

/** What is typed is shown as it was understood, or as it is. */
function shownQuantity({ quantity }: Typed, unit: string): string {
  const read = typedNumber(quantity, quantityIn(unit))
  return read === null ? quantity || '?' : quantityText(read, unit)
}

type LineProps = {
  form: ReceiptForm
  id: string
  isTicked: boolean
  open: () => boolean
  face: ReactNode
  aside: ReactNode
  below?: ReactNode
  fields: ReactNode
}

const fieldNames = ['quantity', 'lot_number', 'expiry_date', 'vintage_year'] as const

function Line({ form, id, isTicked, open, face, aside, below = null, fields }: LineProps) {
  const row = useRef<HTMLLIElement>(null)
  const hasFault = fieldNames.some((name) => form.faultOf(id, name) !== undefined)
  const isOpen = open() || hasFault
  useEffect(() => {
    if (isOpen) row.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={row} className={counting['line']} data-complete={isTicked || undefined}>
      <div className={styles['row']}>
        <button
          type="button"
          aria-expanded={isOpen}
          className={counting['face']}
          onClick={() => form.setOpen(open() ? null : id)}
        >
          {face}
        </button>
        {aside}
      </div>
      {below}
      {isOpen ? fields : null}
    </li>
  )
}

type WhatProps = { name: string; sku: string; lot: string | null; date: string | null; children: ReactNode }

function What({ name, sku, lot, date, children }: WhatProps) {
  const { t } = useLingui()
  return (
    <span className={counting['what']}>
      <b>{name}</b>
      <small className={styles['facts']}>
        <span className="mono">{sku}</span>
        {lot ? (
          <span>
            {t`lot`} <span className="mono">{lot}</span>
          </span>
        ) : null}
        {date ? <Expiry date={date} /> : null}
        {children}
      </small>
    </span>
  )
}

type FieldsProps = {
  name: string
  unit: string
  typed: Typed
  faultOf: (field: keyof Typed) => string | undefined
  set: (change: Partial<Typed>) => void
  close: () => void
}

function Fields({ name, unit, typed, faultOf, set, close }: FieldsProps) {
  const { t } = useLingui()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    // Enter ends the line, not the ingreso.
    event.preventDefault()
    close()
  }
  return (
    <fieldset aria-label={name} className={styles['fields']} onKeyDown={onKeyDown}>
      <QuantityField
        label={t`Quantity`}
        unit={unit}
        value={typed.quantity}
        error={faultOf('quantity')}
        onChange={(quantity) => set({ quantity })}
      />
      <TextInput
        label={t`Lot`}
        autoComplete="off"
        value={typed.lot_number}
        error={faultOf('lot_number')}
        onChange={({ currentTarget }) => set({ lot_number: currentTarget.value })}
      />
      <TextInput
        label={t`Expires`}
        type="date"
        max={lastDate}
        value={typed.expiry_date}
        error={faultOf('expiry_date')}
        onChange={({ currentTarget }) => set({ expiry_date: currentTarget.value })}
      />
      <YearField
        label={t`Vintage`}
        value={typed.vintage_year}
        error={faultOf('vintage_year')}
        onChange={(vintage_year) => set({ vintage_year })}
      />
    </fieldset>
  )
}
