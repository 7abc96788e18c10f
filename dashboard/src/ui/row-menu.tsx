// The actions on one row, in a menu at its end.
import { ActionIcon } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import { Fragment } from 'react'
import { MenuOnDemand } from './menu-on-demand.tsx'

export type RowAction = {
  label: string
  act: () => void
  /** Shown below a separator, in the colour of dangerous actions. */
  isDangerous?: boolean
}

/** `label` also names the row. */
export function RowMenu({ label, actions }: { label: string; actions: readonly RowAction[] }) {
  return (
    <MenuOnDemand
      width={220}
      position="bottom-end"
      button={(props) => (
        <ActionIcon variant="subtle" color="gray" aria-label={label} {...props}>
          <Ellipsis size={16} />
        </ActionIcon>
      )}
      entries={(Menu) =>
        actions.map(({ label, act, isDangerous }) => (
          <Fragment key={label}>
            {isDangerous && actions.length > 1 ? <Menu.Divider /> : null}
            <Menu.Item onClick={act} {...(isDangerous ? { color: 'var(--bad)' } : {})}>
              {label}
            </Menu.Item>
          </Fragment>
        ))
      }
    />
  )
}
