import { type OrderMove, orderMoves } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { type PageKey, useKeysOfPage } from '../../ui/keys-of-page.ts'
import { addToTripKey, keyOf, useActionTexts } from './order-actions.ts'
import type { useSelection } from './use-selection.ts'

type BoardKeys = {
  selection: ReturnType<typeof useSelection>
  mayAct: boolean
  /** Acts on the selected orders, or on the current one if none is selected. */
  act: (action: OrderMove) => void
  print: () => void
  /** Opens the pick list of the same orders. */
  list: () => void
  /** Asks for the trip that takes the same orders. */
  addToTrip: () => void
}

export function useBoardKeys({ selection, mayAct, act, print, list, addToTrip }: BoardKeys): void {
  const { t } = useLingui()
  const texts = useActionTexts()
  const navigate = useNavigate()
  const { current, gone, step, stepColumn, toggle, unmark } = selection
  const open = () => {
    const framed = current ?? gone?.order
    if (framed) void navigate({ to: '/warehouse/orders/$id', params: { id: framed.id } })
  }
  const keys: PageKey[] = [
    { key: 'j', label: t`Next order`, press: () => step(1), mayRepeat: true },
    { key: 'k', label: t`Previous order`, press: () => step(-1), mayRepeat: true },
    { key: 'ArrowDown', press: () => step(1), mayRepeat: true },
    { key: 'ArrowUp', press: () => step(-1), mayRepeat: true },
    { key: 'ArrowRight', label: t`Next column`, press: () => stepColumn(1), mayRepeat: true },
    { key: 'ArrowLeft', label: t`Previous column`, press: () => stepColumn(-1), mayRepeat: true },
    { key: 's', label: t`Select or not`, press: () => current && toggle(current) },
    { key: 'Escape', press: unmark },
    { key: 'Enter', label: t`Open the order`, press: open },
    { key: 'r', label: t`Print the remito`, press: print },
    { key: 'l', label: t`Pick list`, press: list },
    ...(mayAct
      ? [
          { key: addToTripKey, label: t`Add to a trip`, press: addToTrip },
          ...orderMoves.map((action) => ({
            key: keyOf[action],
            label: texts[action],
            press: () => act(action),
          })),
        ]
      : []),
  ]
  useKeysOfPage(keys)
}
