// The actions on one row, in a menu at its end.
import { ActionIcon } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { MenuOnDemand } from './menu-on-demand.tsx'

export type RowAction = {
  label: string
  act: () => void
  /** Shown below a separator, in the colour of dangerous actions. */
  isDangerous?: boolean
}

const load = () => import('./row-menu-entries.tsx')
const RowMenuEntries = lazy(async () => ({ default: (await load()).RowMenuEntries }))

/** `label` also names the row. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <MenuOnDemand
      load={load}
      button={(props) => (
        <ActionIcon variant="subtle" color="gray" aria-label={label} {...props}>
          <Ellipsis size={16} />
        </ActionIcon>
      )}
      menu={(button) => <RowMenuEntries button={button} actions={actions} />}
    />
  )
}
