import type { User } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { MenuOnDemand } from '../ui/menu-on-demand.tsx'
import type { UserAction } from './user-dialogs.tsx'

const load = () => import('./user-entries.tsx')
const EntriesForUser = lazy(async () => ({ default: (await load()).EntriesForUser }))

export function UserActions({ user, act }: { user: User; act: (action: UserAction) => void }) {
  const { t } = useLingui()
  return (
    <MenuOnDemand
      load={load}
      button={(props) => (
        <ActionIcon variant="subtle" color="gray" aria-label={t`Actions for ${user.name}`} {...props}>
          <Ellipsis size={16} />
        </ActionIcon>
      )}
      menu={(button) => <EntriesForUser button={button} user={user} act={act} />}
    />
  )
}
