// What every client owes, the largest debt first, and the sum of all of it.
import type { ClientBalance } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { Columns, Empty, Stat } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatMoney } from '../../ui/format.ts'
import { Money } from '../../ui/values.tsx'
import { balanceList, totalBalance } from '../queries.ts'

export function Balances({ choice }: { choice: ReactNode }) {
  const { t } = useLingui()
  const { data: total } = useQuery(totalBalance)
  const columns: Column<ClientBalance>[] = [
    {
      id: 'client_name',
      label: t`Client`,
      cell: ({ client_id, client_name }) => (
        <Link to="/warehouse/account" search={{ client_id }}>
          {client_name}
        </Link>
      ),
    },
    {
      id: 'total_fiado',
      label: t`Sold on credit, less credit notes`,
      isNumeric: true,
      width: '24%',
      from: 'md',
      cell: ({ total_fiado }) => <Money amount={total_fiado} />,
    },
    {
      id: 'total_pagado',
      label: t`Paid`,
      isNumeric: true,
      width: '20%',
      from: 'sm',
      cell: ({ total_pagado }) => <Money amount={total_pagado} />,
    },
    {
      id: 'saldo',
      label: t`Balance`,
      isNumeric: true,
      width: '22%',
      cell: ({ saldo }) => <Money amount={saldo} />,
    },
  ]
  const money = (amount: number | undefined) =>
    amount === undefined ? <Skeleton height={26} width={120} my={4} /> : formatMoney(amount)
  return (
    <ListPage
      title={t`Accounts`}
      intro={t`What each client owes. A negative balance is in the client's favour.`}
      crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={balanceList}
      exportAs="saldos"
      filters={choice}
    >
      <Columns columns="stats">
        <Stat label={t`Balance of all clients`} value={money(total?.saldo)} />
        <Stat label={t`Credit notes`} value={money(total?.total_notas_credito)} />
        <Stat label={t`Paid`} value={money(total?.total_pagado)} />
      </Columns>
      <DataTable
        label={t`Accounts`}
        query={balanceList}
        columns={columns}
        rowKey={({ client_id }) => client_id}
        open={({ client_id }) => `/warehouse/account?client_id=${client_id}`}
        empty={
          <Empty title={t`Nothing booked yet`}>
            {t`Choose a client to record payments, credit sales and credit notes.`}
          </Empty>
        }
      />
    </ListPage>
  )
}
