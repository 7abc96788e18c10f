// Clients by name, in filters. The staff's lists name a client by its id.
import { useLingui } from '@lingui/react/macro'
import { ChoiceFilter } from '../ui/filters.tsx'
import { useClientNames } from './queries.ts'

export function ClientFilter() {
  const { t } = useLingui()
  const { choices } = useClientNames()
  return <ChoiceFilter name="client_id" label={t`Client`} choices={choices} />
}
