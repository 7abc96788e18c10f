import type { Lot, StaffStockRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useMay } from '../../shared/session.ts'
import { useLotColumns } from '../../shared/stock/lot-columns.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { HoldButton } from './hold-button.tsx'
import styles from './lots-card.module.css'
import { staffLotsOf } from './queries.ts'

export function LotsCard({ row: { client_id, product_id, products, lots } }: { row: StaffStockRow }) {
  const { t } = useLingui()
  const mayMove = useMay('staff:stock')
  const { data, error, refetch } = useQuery(staffLotsOf(client_id, product_id))
  const columns: Column<Lot>[] = useLotColumns(products.unit_type)
  const actions: Column<Lot> = {
    id: 'actions',
    label: t`Actions`,
    isNumeric: true,
    from: 'sm',
    cell: (lot) => (
      <span className={styles['actions']}>
        <ButtonLink
          size="compact-sm"
          to="/warehouse/stock/$id/adjust"
          params={{ id: product_id }}
          search={{ lot_id: lot.id }}
          aria-label={t`Adjust lot ${lot.lot_number}`}
        >
          {t`Adjust`}
        </ButtonLink>
        <HoldButton size="compact-sm" lot={lot} isOfMany />
      </span>
    ),
  }
  return (
    <Card title={t`Lots in stock, first to expire first`} flush>
      {error && !data ? (
        <ProblemNote error={error} retry={() => void refetch()} />
      ) : (
        <PlainTable
          label={t`Lots`}
          columns={mayMove ? [...columns, actions] : columns}
          rows={data?.data}
          rowKey={({ id }) => id}
          rowsExpected={Math.min(lots ?? 0, rowsAtFirst)}
          rowsAtFirst={rowsAtFirst}
          empty={<Empty title={t`No lot is in stock`}>{t`The next ingreso becomes a lot.`}</Empty>}
        />
      )}
    </Card>
  )
}

const rowsAtFirst = 10
