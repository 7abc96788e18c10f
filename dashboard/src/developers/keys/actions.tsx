import type { ApiKey } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon } from '@mantine/core'
import { Ellipsis } from 'lucide-react'
import { lazy } from 'react'
import { MenuOnDemand } from '../../ui/menu-on-demand.tsx'

const load = () => import('./key-entries.tsx')
const KeyEntries = lazy(async () => ({ default: (await load()).KeyEntries }))

type KeyActionsProps = { apiKey: ApiKey; rotate: () => void; revoke: () => void }

export function KeyActions({ apiKey, rotate, revoke }: KeyActionsProps) {
  const { t } = useLingui()
  return (
    <MenuOnDemand
      load={load}
      button={(props) => (
        <ActionIcon variant="subtle" color="gray" aria-label={t`Actions for ${apiKey.name}`} {...props}>
          <Ellipsis size={16} />
        </ActionIcon>
      )}
      menu={(button) => <KeyEntries button={button} rotate={rotate} revoke={revoke} />}
    />
  )
}
