import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Columns3 } from 'lucide-react'
import { lazy } from 'react'
import type { ColumnName } from './list-columns.ts'
import { MenuOnDemand } from './menu-on-demand.tsx'

const load = () => import('./columns-entries.tsx')
const ColumnsEntries = lazy(async () => ({ default: (await load()).ColumnsEntries }))

/** Chooses the columns of the list. */
export function ColumnsMenu({ columns }: { columns: readonly ColumnName[] }) {
  const { t } = useLingui()
  return (
    <MenuOnDemand
      load={load}
      button={(props) => (
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Columns3 size={15} aria-hidden="true" />}
          {...props}
        >
          {t`Columns`}
        </Button>
      )}
      menu={(button) => <ColumnsEntries columns={columns} button={button} />}
    />
  )
}
