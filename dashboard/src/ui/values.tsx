// Values within text: a time, a date, an amount, a quantity with its unit, a tax id, a code.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { formatAgo, formatDate, formatMoment, formatMoney, formatNumber } from './format.ts'

type UnitType = 'unidad' | 'caja' | 'bulto' | 'pallet' | 'kg' | 'litro'

/** A time in the warehouse's time zone, with UTC on hover. */
export function Moment({ at, ago = false }: { at: string; ago?: boolean }) {
  return (
    <time className="numeric" dateTime={at} title={`${ago ? `${formatMoment(at)} · ` : ''}${at}`}>
      {ago ? formatAgo(at) : formatMoment(at)}
    </time>
  )
}

/** A person or a key by name, with the actor as the audit log keeps it on hover. */
export function Actor({ actor, name }: { actor: string; name: string | null }) {
  return <span title={actor}>{name}</span>
}

export function CalendarDate({ date }: { date: string }) {
  return (
    <time className="numeric" dateTime={date}>
      {formatDate(date)}
    </time>
  )
}

export function Money({ amount }: { amount: number }) {
  return <span className="numeric">{formatMoney(amount)}</span>
}

export function Quantity({ value, unit }: { value: number; unit: string }) {
  return <span className="numeric">{quantityText(value, unit)}</span>
}

export const quantityText = (value: number, unit: string) => withUnit(formatNumber(value), value, unit)

/** The unit stays on the line of its number: the space between them does not break. */
export const withUnit = (written: string, value: number, unit: string) =>
  `${written}\u00a0${unitName(value, unit)}`.trimEnd()

export function unitName(value: number, unit: string): string {
  switch (unit as UnitType) {
    case 'unidad':
      return plural(value, { one: 'unit', other: 'units' })
    case 'caja':
      return plural(value, { one: 'case', other: 'cases' })
    case 'bulto':
      return plural(value, { one: 'package', other: 'packages' })
    case 'pallet':
      return plural(value, { one: 'pallet', other: 'pallets' })
    case 'kg':
      return 'kg'
    case 'litro':
      return 'l'
    default:
      return unit
  }
}

/** A CUIT with its hyphens; a DNI unchanged. */
export function TaxId({ value }: { value: string | null }) {
  if (value === null) return <None />
  return <span className="numeric">{value.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3')}</span>
}

/** A text with numbers of orders and remitos, none of which is broken at its hyphen. */
export function WithNumbers({ text }: { text: string }) {
  return text.split(/((?:[A-Z]{3}-|[RX] \d{5}-)\d{4,})/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key
      <span key={index} className="numeric">
        {part}
      </span>
    ) : (
      part
    ),
  )
}

/** An e-mail address, which is broken before its `@` where it does not fit. */
export function Email({ address }: { address: string }) {
  const [name, host] = address.split('@')
  return (
    <>
      {name}
      <wbr />@{host}
    </>
  )
}

export function Mono({ children }: { children: ReactNode }) {
  return <span className="mono">{children}</span>
}

/** A placeholder for a missing value. */
export function None() {
  const { t } = useLingui()
  return (
    <span className="quiet">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{t`none`}</span>
    </span>
  )
}
