// Maps the service's objections to an order to the fields concerned, with translated texts.
import type { AndenError, Shortage } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { availableText, withReasons } from '../../../shared/orders/shortage-reasons.ts'
import { faultsOfProblem, type ShownFault } from '../../../ui/form/use-contract-form.ts'
import { useProblemText } from '../../../ui/problem-texts.ts'
import { concerns } from './line-preview.ts'
import type { OrderFields } from './order-fields.ts'

export function useOrderFaults(): (error: AndenError, values: OrderFields) => ShownFault[] {
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
        .map((shortage) => ({
          pointer: `/items/${index}/quantity`,
          detail: withReasons(
            availableText(shortage.available, shortage.products.unit_type, shortage),
            shortage,
          ),
        })),
    )
  }
}
