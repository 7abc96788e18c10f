// A filter by client name. The staff's lists contain only the id of a client.
import { useLingui } from '@lingui/react/macro'
import { ChoiceFilter } from '../ui/filters.tsx'
import { useClientNames } from './queries.ts'

export function ClientFilter() {
  const { t } = useLingui()
  const { choices } = useClientNames()
  return <ChoiceFilter name="client_id" label={t`Client`} choices={choices} />
}
