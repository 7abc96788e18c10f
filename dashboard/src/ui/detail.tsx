// One object by its id: a skeleton while it loads, and the problem if it fails.
import { Skeleton, Stack } from '@mantine/core'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { QueryKey } from '../shared/api.ts'
import { ProblemNote } from './problem.tsx'

export function Detail<Data>({
  query,
  children,
}: {
  // biome-ignore lint/suspicious/noExplicitAny: the key's exact type does not matter here
  query: UseQueryOptions<Data, Error, Data, any> & { queryKey: QueryKey }
  children: (data: Data) => ReactNode
}) {
  const { data, error, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  if (error) return <ProblemNote error={error} retry={() => void refetch()} />
  return <DetailSkeleton />
}

export function DetailSkeleton() {
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton height={28} width={260} />
      <Skeleton height={180} />
      <Skeleton height={120} />
    </Stack>
  )
}
