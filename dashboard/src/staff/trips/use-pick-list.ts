import type { Trip } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { showNotice } from '../../ui/notices.tsx'
import { isToPick } from '../orders/order-actions.ts'
import { maxOrdersPerList } from '../orders/print-pick-list.ts'

/** Opens the pick list of those orders of the trip that have goods to take. */
export function usePickListOf({ stops }: Trip): () => void {
  const { t } = useLingui()
  const navigate = useNavigate()
  const ids = stops.flatMap(({ order_id, order_status }) =>
    isToPick({ status: order_status }) ? [order_id] : [],
  )
  return () => {
    const refused =
      ids.length === 0
        ? t`A pick list is for orders that are approved or in preparation.`
        : ids.length > maxOrdersPerList
          ? t`A pick list is for at most ${maxOrdersPerList} orders.`
          : null
    if (refused) showNotice({ key: 'pick list', content: refused })
    else void navigate({ to: '/warehouse/pick-list', search: { order_id: ids.join(',') } })
  }
}
