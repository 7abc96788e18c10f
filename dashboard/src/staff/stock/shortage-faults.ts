import type { AndenError, Shortage } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { withReasons } from '../../shared/orders/shortage-reasons.ts'
import type { ShownFault } from '../../ui/form/use-contract-form.ts'
import { quantityText } from '../../ui/values.tsx'

/** Shows a shortage and its reasons at the fields of its quantity. */
export function useShortageFaults<Values>(
  pointersOf: (shortage: Shortage, values: Values) => string[],
): (error: AndenError, values: Values) => ShownFault[] {
  const { t } = useLingui()
  return (error, values) => {
    const { shortages = [] } = (error.problem ?? {}) as { shortages?: Shortage[] }
    return shortages.flatMap((shortage) =>
      pointersOf(shortage, values).map((pointer) => ({
        pointer,
        detail: withReasons(
          t`Only ${quantityText(shortage.available, shortage.products.unit_type)} can be taken`,
          shortage,
        ),
      })),
    )
  }
}
