// What a book of remitos says about itself: its numbers as they are printed, its state, and what is left of it.
import type { RemitoBook } from '@anden/sdk/backoffice'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Chip, type Tone } from '../../ui/chip.tsx'
import { daysUntil, formatNumber } from '../../ui/format.ts'
import { CalendarDate } from '../../ui/values.tsx'
import styles from './books.module.css'

/** As it is printed: `R 00003-00000101`. */
export const printedNumber = (pointOfSale: number, number: number) =>
  `R ${String(pointOfSale).padStart(5, '0')}-${String(number).padStart(8, '0')}`

/** A book warns when this little is left of it. */
const fewDays = 15
const fewNumbers = 100

export function BookState({ status }: Pick<RemitoBook, 'status'>) {
  const { t } = useLingui()
  const states: Record<RemitoBook['status'], readonly [Tone, string]> = {
    active: ['ok', t({ context: 'book of remitos', message: 'active' })],
    exhausted: ['mute', t({ context: 'book of remitos', message: 'used up' })],
    expired: ['bad', t`expired`],
    closed: ['mute', t({ context: 'book of remitos', message: 'closed' })],
  }
  const [tone, text] = states[status] ?? ['mute', status]
  return <Chip tone={tone}>{text}</Chip>
}

/** How much of a book is used, as a bar, and the numbers that are left. */
export function NumbersLeft({ from, to, next, status }: RemitoBook) {
  const used = next - from
  const left = to - next + 1
  const text = plural(left, { one: '# number left', other: '# numbers left' })
  const share = `${(used / (to - from + 1)) * 100}%`
  return (
    <div className={styles['left']}>
      <div className={styles['bar']} role="img" aria-label={share.replace(/\..*/, '%')}>
        <i style={{ width: share }} />
      </div>
      {status === 'active' && left <= fewNumbers ? (
        <Chip tone="warn">{text}</Chip>
      ) : (
        <span className="quiet numeric">{status === 'active' ? text : usedText(used)}</span>
      )}
    </div>
  )
}

const usedText = (used: number) =>
  plural(used, { one: '# number used', other: `${formatNumber(used)} numbers used` })

export function CaiExpiry({ cai_expires_on, status }: RemitoBook) {
  const days = daysUntil(cai_expires_on)
  const text = plural(days, { 0: 'today', one: '# day', other: '# days' })
  return (
    <span className={styles['expiry']}>
      <CalendarDate date={cai_expires_on} />
      {status !== 'active' ? null : days <= fewDays ? (
        <Chip tone="warn">{text}</Chip>
      ) : (
        <span className="quiet numeric">{text}</span>
      )}
    </span>
  )
}
