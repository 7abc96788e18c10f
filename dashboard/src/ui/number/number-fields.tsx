// Fields for quantities, amounts and years. They keep the text as it was typed and never rewrite it. Below the field is
// the number as it was understood, or the reason why it was not, with possible meanings to choose from.
import { useLingui } from '@lingui/react/macro'
import { Button, TextInput, type TextInputProps } from '@mantine/core'
import { useMergedRef } from '@mantine/hooks'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { formatMoney, formatNumber, formatPlainNumber } from '../format.ts'
import { unitName, withUnit } from '../values.tsx'
import styles from './number-fields.module.css'
import {
  amountOfMoney,
  calendarYear,
  type NumberFault,
  type NumberKind,
  packageCount,
  quantityIn,
  type Reading,
  serialNumber,
} from './read-number.ts'
import { readTyped } from './typed-number.ts'

type TypedFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'inputMode' | 'ref'> & {
  /** The text as it was typed. */
  value?: string
  onChange: (text: string) => void
  ref?: Ref<HTMLInputElement> | undefined
}

/** `unit` is empty if it is unknown, or if there are several. */
export function QuantityField({ unit, ...field }: TypedFieldProps & { unit: string }) {
  const units = unitName(2, unit)
  return (
    <NumberField
      {...field}
      kind={quantityIn(unit)}
      written={(value, decimals) => withUnit(formatNumber(value, { min: decimals }), value, unit)}
      offered={(value) => withUnit(formatPlainNumber(value), value, unit)}
      rightSection={unit ? <span className="quiet">{units}</span> : null}
      // As narrow as its text: on a phone, the rest is just enough for the number.
      rightSectionWidth={20 + 7 * units.length}
    />
  )
}

export function AmountField(field: TypedFieldProps) {
  return (
    <NumberField
      {...field}
      kind={amountOfMoney}
      written={formatMoney}
      offered={(value) => `$ ${formatPlainNumber(value)}`}
      leftSection={<span className="quiet">$</span>}
    />
  )
}

export function PackagesField(field: TypedFieldProps) {
  return <NumberField {...field} kind={packageCount} />
}

export function YearField(field: TypedFieldProps) {
  return <NumberField {...field} kind={calendarYear} />
}

export function SerialField(field: TypedFieldProps) {
  return <NumberField {...field} kind={serialNumber} />
}

type NumberFieldProps = TypedFieldProps & {
  kind: NumberKind
  /** Formats the understood number. Without it, the number is not shown, because it equals the text. */
  written?: (value: number, decimals: number) => string
  /** Formats a meaning that is offered as a choice. */
  offered?: (value: number) => string
}

function NumberField(props: NumberFieldProps) {
  const { kind, written, offered, value = '', onChange, error, description, ref, ...input } = props
  const { t } = useLingui()
  const textOf = useNumberFaultText()
  const field = useRef<HTMLInputElement>(null)
  const fieldRef = useMergedRef(field, ref)
  const [isTyping, setTyping] = useState(false)
  const reading = readTyped(value, kind)
  const mayGoOn = isTyping && !error && reading.is === 'refused' && unfinished.has(reading.fault)
  const fault = textOf(reading, kind)
  const understood = reading.is === 'number' ? written?.(reading.value, reading.decimals) : undefined
  const meanings = mayGoOn || !offered ? [] : meaningsOf(reading)
  return (
    <div aria-live="polite">
      <TextInput
        ref={fieldRef}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        inputMode={kind.decimals > 0 ? 'decimal' : 'numeric'}
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...input}
        onFocus={(event) => {
          setTyping(true)
          input.onFocus?.(event)
        }}
        onBlur={(event) => {
          setTyping(false)
          input.onBlur?.(event)
        }}
        {...lineBelow({
          fault,
          mayGoOn,
          error,
          hint: understood ? (
            <Understood>= {understood}</Understood>
          ) : (
            (description ?? (written ? emptyLine : null))
          ),
        })}
      />
      {meanings.length > 0 && offered ? (
        <fieldset className={styles['meanings']} aria-label={t`What was meant`}>
          {meanings.map((meaning) => (
            <Button
              key={meaning}
              size="xs"
              onClick={() => {
                onChange(formatPlainNumber(meaning))
                field.current?.focus()
              }}
            >
              {offered(meaning)}
            </Button>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}

function Understood({ children }: { children: ReactNode }) {
  return <span className={styles['understood']}>{children}</span>
}

/** Reserves the line, so that nothing moves with the first key. */
const emptyLine = <Understood>{'\u00a0'}</Understood>

/** Faults that the next key may correct. They are shown only once the field is left. */
const unfinished: ReadonlySet<NumberFault> = new Set(['misplaced', 'unfinished'])

function meaningsOf(reading: Reading): readonly number[] {
  if (reading.is === 'doubtful') return reading.meanings
  return reading.is === 'refused' && reading.meant !== undefined ? [reading.meant] : []
}

/** A single line: an error takes the place of the hint. */
function lineBelow(line: { fault: string | null; mayGoOn: boolean; error: ReactNode; hint: ReactNode }) {
  const { fault, mayGoOn, error, hint } = line
  if (fault) return mayGoOn ? { description: fault } : { error: fault }
  return error ? { error } : { description: hint }
}

/**
 * Why a text was not read as a number; null if it was. Each translation names the decimal and group signs of its
 * language.
 */
function useNumberFaultText(): (reading: Reading, kind: NumberKind) => string | null {
  const { t } = useLingui()
  return (reading, { decimals }) => {
    if (reading.is === 'doubtful') return t`This has two meanings. Which one?`
    if (reading.is !== 'refused') return null
    const limit = formatNumber(reading.limit ?? 0)
    const texts: Record<NumberFault, string> = {
      letters: t`Only the number, without letters`,
      sign: t`Only the number, without a sign before it`,
      space: t`Remove the space inside the number`,
      characters: t`Only digits, points and commas`,
      'digits-only': t`Only digits`,
      misplaced:
        decimals > 0
          ? t`Commas only between thousands (1,250,000), a point before decimals (12.5)`
          : t`Commas only between thousands: 1,250,000`,
      unfinished: t`The decimals after the point are missing`,
      fraction: t`Only whole numbers, without decimals`,
      decimals: t`At most ${limit} decimals`,
      large: t`At most ${limit}`,
    }
    return texts[reading.fault]
  }
}
