import { useLingui } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { RemitoChip, useRemitoName } from '../../shared/remitos/remito-types.tsx'
import { Card } from '../../ui/card.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { staffRemitoList } from '../queries.ts'
import styles from './detail.module.css'
import { printRemitos } from './print-remitos.ts'

/** The remito that approval issued, to view and print. It is voided if the order was cancelled afterwards. */
export function RemitoOfOrder({ orderId }: { orderId: string }) {
  const { t } = useLingui()
  const nameOf = useRemitoName()
  const { data, error } = useInfiniteQuery(staffRemitoList({ source_order_id: orderId }).pages)
  const printing = useAction({ mutationFn: printRemitos })
  const remitos = data?.pages.flatMap((page) => page.data)
  if (remitos?.length === 0) return null
  return (
    <Card title={t`Remito`}>
      {error ? <ProblemNote error={error} /> : null}
      {printing.isError ? <ProblemNote error={printing.error} /> : null}
      {remitos === undefined && !error ? <Skeleton height={32} /> : null}
      {remitos?.map((remito) => (
        <p key={remito.id} className={styles['remito']}>
          <Link to="/warehouse/remitos/$id" params={{ id: remito.id }} className="numeric">
            {nameOf(remito)}
          </Link>
          <RemitoChip status={remito.status} />
          <Button loading={printing.isPending} onClick={() => printing.mutate([remito.id])}>
            {t`Print`}
          </Button>
        </p>
      ))}
    </Card>
  )
}
