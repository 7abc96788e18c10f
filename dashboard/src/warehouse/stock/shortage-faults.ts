import type { AndenError } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import type { FieldFault } from '../../ui/form/use-contract-form.ts'
import { quantityText } from '../../ui/values.tsx'

type Shortage = { product_id: string; available: number }

/** What is missing, at the fields of its quantity. `unit` is empty where the products differ. */
export function useShortageFaults<Values>(
  unit: string,
  pointersOf: (shortage: Shortage, values: Values) => string[],
): (error: AndenError, values: Values) => FieldFault[] {
  const { t } = useLingui()
  return (error, values) => {
    const { shortages = [] } = (error.problem ?? {}) as { shortages?: Shortage[] }
    return shortages.flatMap((shortage) =>
      pointersOf(shortage, values).map((pointer) => ({
        pointer,
        detail: t`Only ${quantityText(shortage.available, unit)} can be taken`,
      })),
    )
  }
}
