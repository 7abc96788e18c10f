import type { SimulationAction, SimulationScript } from '@anden/contract/values'
import { useLingui } from '@lingui/react/macro'

export function useScriptTexts(): Record<SimulationScript, string> {
  const { t } = useLingui()
  return {
    happy: t`Delivered and accepted`,
    reject: t`Rejected by the warehouse`,
    fail_then_deliver: t`Not delivered at first, then accepted`,
    fail_and_cancel: t`Not delivered, then cancelled`,
    partial_refusal: t`Delivered, a part refused and returned`,
  }
}

/** A step that this version of the dashboard does not know is shown by its API name. */
export function useStepText(): (action: string) => string {
  const { t } = useLingui()
  const texts: Record<SimulationAction, string> = {
    approve: t`Approved`,
    reject: t`Rejected`,
    prepare: t`In preparation`,
    pack: t`Packed`,
    dispatch: t`In transit`,
    fail: t`Not delivered`,
    cancel: t`Cancelled`,
    accept: t`Accepted`,
    accept_partly: t`Accepted in part`,
    receive_return: t`Returned`,
  }
  return (action) => texts[action as SimulationAction] ?? action
}
