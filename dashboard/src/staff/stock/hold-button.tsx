import type { Lot } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button, type ButtonProps } from '@mantine/core'
import { useState } from 'react'
import { dialogOnDemand } from '../../ui/on-demand.tsx'

/** Loaded when it is opened, because dialogs are large. */
const HoldDialog = dialogOnDemand(async () => (await import('./hold-dialog.tsx')).HoldDialog)

/** With `isOfMany`, the accessible name includes the lot, to tell several buttons apart. */
export function HoldButton({
  lot,
  isOfMany = false,
  ...button
}: ButtonProps & { lot: Lot; isOfMany?: boolean }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { lot_number, hold } = lot
  const name = hold ? t`Release: lot ${lot_number}` : t`Put on hold: lot ${lot_number}`
  return (
    <>
      <Button {...button} {...(isOfMany ? { 'aria-label': name } : {})} onClick={() => setOpen(true)}>
        {hold ? t`Release` : t`Put on hold`}
      </Button>
      {isOpen ? <HoldDialog lot={lot} close={() => setOpen(false)} /> : null}
    </>
  )
}
