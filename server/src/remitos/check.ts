// Validates a remito before anything is written. Every error has a pointer.
import { type FieldError, type NewRemito, remitoNumber } from '@anden/contract'
import { refuseBody } from '../problem.ts'
import { type Locked, wholeUnitsFault } from '../stock/lock.ts'
import { dayAfter } from '../stock/warehouse-day.ts'

/** Earlier dates are typing errors. */
const firstDate = '2000-01-01'

export function checkFields(given: NewRemito, today: string): void {
  refuseBody([
    ...dateErrors(given, today),
    ...numberErrors(given),
    ...given.items.flatMap((item, index) => memberErrors(given.type, item, `/items/${index}`)),
  ])
}

export function checkProducts({ client_id, items }: NewRemito, locked: Locked): void {
  refuseBody(
    items.flatMap(({ product_id, quantity }, index): FieldError[] => {
      const product = locked.get(product_id)
      if (product?.client_id !== client_id) {
        return [{ pointer: `/items/${index}/product_id`, detail: 'is not a product of this client' }]
      }
      const fault = wholeUnitsFault(product.unit_type, quantity)
      return fault ? [{ pointer: `/items/${index}/quantity`, detail: fault }] : []
    }),
  )
}

/** Up to tomorrow, because goods may be entered the day before they arrive. */
function dateErrors({ date }: NewRemito, today: string): FieldError[] {
  const lastDate = dayAfter(today, 1)
  if (date === undefined || (date >= firstDate && date <= lastDate)) return []
  return [{ pointer: '/date', detail: `must be from ${firstDate} to tomorrow, ${lastDate}` }]
}

function numberErrors({ type, remito_number: given }: NewRemito): FieldError[] {
  if (!given) return []
  if (type === 'egreso')
    return [{ pointer: '/remito_number', detail: 'is assigned by the service on an egreso' }]
  const numbers = given.map(remitoNumber)
  return numbers.flatMap((number, index) => {
    const first = numbers.indexOf(number)
    if (first === index) return []
    return [{ pointer: `/remito_number/${index}`, detail: `is the same number as /remito_number/${first}` }]
  })
}

/** A member of the other type would be ignored silently, so it is refused. */
function memberErrors(
  type: NewRemito['type'],
  item: NewRemito['items'][number],
  pointer: string,
): FieldError[] {
  if (type === 'ingreso') {
    const detail = 'is for an egreso; an ingreso names lot_number, expiry_date, vintage_year'
    return item.lot_id ? [{ pointer: `${pointer}/lot_id`, detail }] : []
  }
  const errors: FieldError[] = []
  const refuse = (member: string, detail: string) => errors.push({ pointer: `${pointer}/${member}`, detail })
  if (item.lot_number) refuse('lot_number', 'is for an ingreso; use lot_id')
  if (item.expiry_date) refuse('expiry_date', 'is for an ingreso; use lot_id')
  if (item.lot_id && item.vintage_year) refuse('vintage_year', 'is determined by lot_id: leave it out')
  return errors
}
