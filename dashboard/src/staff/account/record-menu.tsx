import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { lazy } from 'react'
import { MenuOnDemand } from '../../ui/menu-on-demand.tsx'
import type { BookedKind } from './kinds.ts'

const load = () => import('./record-entries.tsx')
const RecordEntries = lazy(async () => ({ default: (await load()).RecordEntries }))

export function RecordMenu({ record }: { record: (kind: BookedKind) => void }) {
  const { t } = useLingui()
  return (
    <MenuOnDemand
      load={load}
      button={(props) => <Button variant="filled" {...props}>{t`Record`}</Button>}
      menu={(button) => <RecordEntries record={record} button={button} />}
    />
  )
}
