import { Menu } from '@mantine/core'
import { type MenuButton, useOpenedMenu } from '../../ui/menu-on-demand.tsx'
import { type BookedKind, bookedKinds, useTransactionTypes } from './kinds.ts'

type RecordEntriesProps = { record: (kind: BookedKind) => void; button: MenuButton }

export function RecordEntries({ record, button }: RecordEntriesProps) {
  const types = useTransactionTypes()
  const { ref, ...menu } = useOpenedMenu()
  return (
    <Menu withinPortal={false} {...menu}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>
        {bookedKinds.map((kind) => (
          <Menu.Item key={kind} onClick={() => record(kind)}>
            {types[kind]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
