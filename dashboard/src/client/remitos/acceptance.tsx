import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { portal } from '../../shared/api.ts'
import { AcceptanceCard } from '../../shared/remitos/acceptance-card.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { acceptanceOf } from './queries.ts'

/** For a remito that was accepted. */
export function AcceptanceOfRemito({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(acceptanceOf(id))
  if (data)
    return (
      <AcceptanceCard
        acceptance={data}
        readProof={(options) => portal.remitos.acceptance.pdf.get(id, {}, options)}
      />
    )
  return error ? <ProblemNote error={error} retry={() => void refetch()} /> : <Skeleton height={180} />
}
