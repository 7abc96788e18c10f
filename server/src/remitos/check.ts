// Validates a remito before anything is written. Every error has a pointer.
import { type FieldFault, fault, type NewRemito, remitoNumber } from '@anden/contract'
import { refuseBody } from '../problem.ts'
import { type Locked, wholeUnitsFault } from '../stock/lock.ts'
import { dayAfter } from '../stock/warehouse-day.ts'

/** Earlier dates are typing errors. */
const firstDate = '2000-01-01'

export function checkFields(given: NewRemito, today: string): void {
  refuseBody([
    ...dateErrors(given, today),
    ...numberErrors(given),
    ...recipientErrors(given),
    ...given.items.flatMap((item, index) => memberErrors(given.type, item, `/items/${index}`)),
  ])
}

export function checkProducts({ client_id, items }: NewRemito, locked: Locked): void {
  refuseBody(
    items.flatMap(({ product_id, quantity }, index): FieldFault[] => {
      const product = locked.get(product_id)
      if (product?.client_id !== client_id) {
        return [{ pointer: `/items/${index}/product_id`, ...fault('not_the_clients_product') }]
      }
      const fraction = wholeUnitsFault(product.unit_type, quantity)
      return fraction ? [{ pointer: `/items/${index}/quantity`, ...fraction }] : []
    }),
  )
}

/** Up to tomorrow, because goods may be entered the day before they arrive. */
function dateErrors({ date }: NewRemito, today: string): FieldFault[] {
  const lastDate = dayAfter(today, 1)
  if (date === undefined || (date >= firstDate && date <= lastDate)) return []
  return [{ pointer: '/date', ...fault('date_out_of_range', { first: firstDate, last: lastDate }) }]
}

function numberErrors({ type, remito_number: given }: NewRemito): FieldFault[] {
  if (!given) return []
  if (type === 'egreso') return [{ pointer: '/remito_number', ...fault('number_assigned') }]
  const numbers = given.map(remitoNumber)
  return numbers.flatMap((number, index) => {
    const first = numbers.indexOf(number)
    if (first === index) return []
    const repeated = fault('repeated_number', { first: `/remito_number/${first}` })
    return [{ pointer: `/remito_number/${index}`, ...repeated }]
  })
}

/** An ingreso has a sender, who is on its paper. */
function recipientErrors({ type, recipient, reason }: NewRemito): FieldFault[] {
  if (type === 'egreso') return []
  const notForIngreso = fault('not_for_ingreso')
  return [
    ...(recipient ? [{ pointer: '/recipient', ...notForIngreso }] : []),
    ...(reason ? [{ pointer: '/reason', ...notForIngreso }] : []),
  ]
}

/** A member of the other type would be ignored silently, so it is refused. */
function memberErrors(
  type: NewRemito['type'],
  item: NewRemito['items'][number],
  pointer: string,
): FieldFault[] {
  if (type === 'ingreso') {
    return item.lot_id ? [{ pointer: `${pointer}/lot_id`, ...fault('only_for_egreso') }] : []
  }
  const errors: FieldFault[] = []
  const onlyForIngreso = fault('only_for_ingreso')
  if (item.lot_number) errors.push({ pointer: `${pointer}/lot_number`, ...onlyForIngreso })
  if (item.expiry_date) errors.push({ pointer: `${pointer}/expiry_date`, ...onlyForIngreso })
  if (item.lot_id && item.vintage_year) {
    errors.push({ pointer: `${pointer}/vintage_year`, ...fault('determined_by_lot') })
  }
  return errors
}
