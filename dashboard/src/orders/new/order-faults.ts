// What the service refuses in an order, at the field concerned and in the reader's words.
import type { AndenError } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { queryClient } from '../../api.ts'
import { stockOf } from '../../stock/queries.ts'
import { type FieldFault, faultsOfProblem } from '../../ui/form/use-contract-form.ts'
import { useProblemText } from '../../ui/problem-texts.ts'
import { quantityText } from '../../ui/values.tsx'
import { concerns } from './line-preview.ts'
import type { OrderFields } from './order-fields.ts'

type Shortage = { product_id: string; available: number; vintage_year?: number }

export function useOrderFaults(): (error: AndenError, values: OrderFields) => FieldFault[] {
  const { t } = useLingui()
  const textOf = useProblemText()
  return (error, { items }) => {
    if (error.code === 'orders/unknown-destinatario')
      return [{ pointer: '/destinatario_id', detail: textOf(error).title }]
    if (error.code === 'orders/unknown-product')
      return faultsOfProblem(error).map(({ pointer }) => ({
        pointer,
        detail: t`This product can no longer be ordered`,
      }))
    const { shortages = [] } = (error.problem ?? {}) as { shortages?: Shortage[] }
    return items.flatMap((line, index) =>
      shortages
        .filter((shortage) => concerns(shortage, line))
        .map(({ available, product_id }) => ({
          pointer: `/items/${index}/quantity`,
          detail: t`Only ${quantityText(available, unitOf(product_id))} available`,
        })),
    )
  }
}

/** The line shows the product, so its stock is at hand. */
const unitOf = (productId: string) =>
  queryClient.getQueryData(stockOf(productId).queryKey)?.products.unit_type ?? ''
