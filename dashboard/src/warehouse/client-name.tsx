// Clients by name, in filters and rows. The staff's lists name a client by its id.
import { useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ChoiceFilter } from '../ui/filters.tsx'
import { clientList } from './queries.ts'

/** All of them, page by page: a warehouse has hundreds, which are a few requests once per visit. */
export function useClientNames() {
  const { data, hasNextPage, isFetchingNextPage, isError, isPending, fetchNextPage } = useInfiniteQuery(
    clientList.pages,
  )
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage])
  const clients = (data?.pages ?? []).flatMap((page) => page.data)
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  const areOnTheirWay = isPending || (hasNextPage && !isError)
  return {
    choices: clients.map(({ id, name }) => ({ value: id, label: name })),
    /** Nothing as long as the names are on their way: an id is longer, and would move the columns. */
    nameOf: (id: string) => names.get(id) ?? (areOnTheirWay ? '' : id),
  }
}

export function ClientFilter() {
  const { t } = useLingui()
  const { choices } = useClientNames()
  return <ChoiceFilter name="client_id" label={t`Client`} choices={choices} />
}
