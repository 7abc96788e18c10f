// The account over the year: storage and dispatch are sold on credit every week and paid some days later; now and then
// a credit note corrects an invoice. The balance varies and stays below a month's sales.
import type { PaymentMethod } from '@anden/contract'
import { recordCreditNote, recordCreditSale, recordPayment, reverseEntry } from '../account/record.ts'
import { dayAfter } from '../stock/warehouse-day.ts'
import { demandOn, hourMs, momentOf, type Random, weekdayOf } from './calendar.ts'
import type { Step } from './history.ts'

const methods: readonly [PaymentMethod, ...PaymentMethod[]] = [
  'transferencia',
  'transferencia',
  'transferencia',
  'cheque',
  'efectivo',
  'qr',
  'tarjeta',
]
const friday = 5
const everyWeeks = { creditNote: 8, extraPayment: 6 }

type Days = { start: string; today: string }

/** `weekly`: average sales of a week. */
export function planAccount(
  clientId: string,
  weekly: number,
  { start, today }: Days,
  random: Random,
): Step[] {
  const steps: Step[] = []
  const firstFriday = dayAfter(start, (friday - weekdayOf(start) + 7) % 7)
  let owed = 0
  for (let day = firstFriday, week = 1; day <= today; day = dayAfter(day, 7), week++) {
    const amount = cents(weekly * demandOn(day) * (0.6 + random.next() * 0.3))
    owed += amount
    const description = `Almacenaje y despacho, semana del ${spanishDate(dayAfter(day, -4))}`
    steps.push(
      at(momentOf(day, 17), ({ tx, by }) =>
        recordCreditSale(tx, by, { client_id: clientId, amount, description }),
      ),
    )
    if (week % everyWeeks.creditNote === 0) {
      const noted = cents(amount * 0.06)
      owed -= noted
      steps.push(note(clientId, momentOf(dayAfter(day, 2), 12), noted, week))
    }
    const payments =
      week % everyWeeks.extraPayment === 0
        ? [0.5, 0.45]
        : random.chance(0.93)
          ? [0.8 + random.next() * 0.2]
          : []
    for (const [index, share] of payments.entries()) {
      const paid = cents(owed * share)
      owed -= paid
      steps.push(
        pay(clientId, momentOf(dayAfter(day, 4 + index), 10 + random.int(0, 6)), paid, random.pick(methods)),
      )
    }
  }
  return steps
}

const at = (moment: number, run: Step['run']): Step => ({ at: moment, run })
const cents = (amount: number) => Math.round(amount * 100) / 100

const pay = (client_id: string, moment: number, amount: number, payment_method: PaymentMethod): Step =>
  at(moment, ({ tx, by, settings }) =>
    recordPayment(tx, by, { client_id, amount, payment_method }, settings.today),
  )

const note = (client_id: string, moment: number, amount: number, week: number): Step =>
  at(moment, ({ tx, by }) =>
    recordCreditNote(tx, by, {
      client_id,
      amount,
      number: `00003-${String(80 + week).padStart(8, '0')}`,
      description: 'Ajuste de almacenaje',
    }),
  )

/** A counter sale whose payment was recorded twice, and reversed within the hour. */
export const planReversedPayment = (client_id: string, today: string): Step[] => {
  const moment = momentOf(dayAfter(today, -97), 11)
  const given = {
    client_id,
    amount: 38_400,
    payment_method: 'efectivo' as const,
    description: 'En ventanilla',
  }
  let second = ''
  return [
    at(moment - hourMs / 4, ({ tx, by }) =>
      recordCreditSale(tx, by, { client_id, amount: given.amount, description: 'Armado de pallets' }),
    ),
    at(moment, ({ tx, by, settings }) => recordPayment(tx, by, given, settings.today)),
    at(moment + hourMs / 4, async ({ tx, by, settings }) => {
      second = (await recordPayment(tx, by, given, settings.today)).id
    }),
    at(moment + hourMs, ({ tx, by }) => reverseEntry(tx, by, second, 'Registrado dos veces')),
  ]
}

/** `2026-11-02` as `02/11/2026`. */
const spanishDate = (day: string) => day.split('-').reverse().join('/')
