// Clients by name, in filters and rows. The staff's lists name a client by its id.
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChoiceFilter } from '../ui/filters.tsx'
import { clientList } from './queries.ts'

/** The clients that are loaded: the newest hundred, and all others by their id. */
export function useClientNames() {
  const { data } = useInfiniteQuery(clientList.pages)
  const clients = (data?.pages ?? []).flatMap((page) => page.data)
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  return {
    choices: clients.map(({ id, name }) => ({ value: id, label: name })),
    nameOf: (id: string) => names.get(id) ?? id,
  }
}

export function ClientFilter() {
  const { t } = useLingui()
  const { choices } = useClientNames()
  return <ChoiceFilter name="client_id" label={t`Client`} choices={choices} />
}
