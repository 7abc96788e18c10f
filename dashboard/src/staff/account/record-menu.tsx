import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { MenuOnDemand } from '../../ui/menu-on-demand.tsx'
import { type BookedKind, bookedKinds, useTransactionTypes } from './kinds.ts'

export function RecordMenu({ record }: { record: (kind: BookedKind) => void }) {
  const { t } = useLingui()
  const types = useTransactionTypes()
  return (
    <MenuOnDemand
      withinPortal={false}
      button={(props) => <Button variant="filled" {...props}>{t`Record`}</Button>}
      entries={(Menu) =>
        bookedKinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => record(kind)}>
            {types[kind]}
          </Menu.Item>
        ))
      }
    />
  )
}
