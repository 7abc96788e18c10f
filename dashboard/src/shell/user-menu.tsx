import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { CircleUser } from 'lucide-react'
import { lazy } from 'react'
import { useSession } from '../shared/session.ts'
import { MenuOnDemand } from '../ui/menu-on-demand.tsx'

const load = () => import('./user-entries.tsx')
const UserEntries = lazy(async () => ({ default: (await load()).UserEntries }))

export function UserMenu() {
  const { t } = useLingui()
  const { user } = useSession()
  return (
    <MenuOnDemand
      load={load}
      button={(props) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t`Your account: ${user.name}`}
          {...props}
        >
          <CircleUser size={20} />
        </ActionIcon>
      )}
      menu={(button) => <UserEntries button={button} />}
    />
  )
}
