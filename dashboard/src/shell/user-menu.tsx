import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { CircleUser } from 'lucide-react'
import { lazy } from 'react'
import { type MenuButton, MenuOnDemand } from './menu-on-demand.tsx'
import { useSession } from './session.ts'

const load = () => import('./user-entries.tsx')
const UserEntries = lazy(async () => ({ default: (await load()).UserEntries }))

export function UserMenu() {
  return <MenuOnDemand Button={AccountButton} Menu={UserEntries} load={load} />
}

const AccountButton: MenuButton = (props) => {
  const { t } = useLingui()
  const { user } = useSession()
  return (
    <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t`Your account: ${user.name}`} {...props}>
      <CircleUser size={20} />
    </ActionIcon>
  )
}
