import type { AndenError, Shortage } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { withReasons } from '../../shared/orders/shortage-reasons.ts'
import type { ShownFault } from '../../ui/form/use-contract-form.ts'
import { quantityText } from '../../ui/values.tsx'

/** Shows a shortage and its reasons at the fields of its quantity. */
export function useShortageFaults<Values>(
  pointersOf: (shortage: Shortage, values: Values) => string[],
): (error: AndenError, values: Values) => ShownFault[] {
  return (error, values) => {
    const { shortages = [] } = (error.problem ?? {}) as { shortages?: Shortage[] }
    return shortages.flatMap((shortage) =>
      pointersOf(shortage, values).map((pointer) => ({
        pointer,
        detail: withReasons(onlyTaken(shortage), shortage),
      })),
    )
  }
}

function onlyTaken({ available, products }: Shortage): string {
  const quantity = quantityText(available, products.unit_type)
  return plural(available, { one: `Only ${quantity} can be taken`, other: `Only ${quantity} can be taken` })
}
