import type { StaffRemito } from '@anden/sdk/backoffice'
import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { RemitoChip, useRemitoName, useRemitoTypes } from '../../shared/remitos/remito-types.tsx'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, TextFilter, useFilters } from '../../ui/filters.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { CalendarDate, Moment } from '../../ui/values.tsx'
import { ClientFilter } from '../client-field.tsx'
import { printRemitos } from '../orders/print-remitos.ts'
import { staffRemitoList } from '../queries.ts'

export function WarehouseRemitoList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = staffRemitoList(onlyFilters(search))
  const types = useRemitoTypes()
  const nameOf = useRemitoName()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const printing = useAction({ mutationFn: printRemitos, onSuccess: () => setMarked(new Set()) })
  const toggle = ({ id }: StaffRemito) => {
    const next = new Set(marked)
    if (!next.delete(id)) next.add(id)
    setMarked(next)
  }
  const toggleAll = (remitos: readonly StaffRemito[]) => {
    const areAll = remitos.every(({ id }) => marked.has(id))
    const next = new Set(marked)
    for (const { id } of remitos) {
      if (areAll) next.delete(id)
      else next.add(id)
    }
    setMarked(next)
  }
  const columns: Column<StaffRemito>[] = [
    {
      id: 'remito_number',
      label: t`Remito`,
      width: '20%',
      cell: (remito) => (
        <>
          <Link to="/warehouse/remitos/$id" params={{ id: remito.id }} className="numeric">
            {nameOf(remito)}
          </Link>
          <OnPhone>
            <CalendarDate date={remito.date} />
          </OnPhone>
        </>
      ),
    },
    { id: 'client', label: t`Client`, width: '26%', cell: ({ client_name }) => client_name },
    { id: 'type', label: t`Kind`, cell: ({ type }) => types[type] },
    { id: 'status', label: t`State`, from: 'sm', cell: ({ status }) => <RemitoChip status={status} /> },
    { id: 'date', label: t`Date`, from: 'sm', cell: ({ date }) => <CalendarDate date={date} /> },
    { id: 'created_at', label: t`Entered`, from: 'md', cell: ({ created_at }) => <Moment at={created_at} /> },
  ]
  return (
    <ListPage
      title={t`Remitos`}
      crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={query}
      exportAs="remitos"
      actions={
        marked.size > 0 ? (
          <Button variant="filled" loading={printing.isPending} onClick={() => printing.mutate([...marked])}>
            <Plural value={marked.size} one="Print # remito" other="Print # remitos" />
          </Button>
        ) : null
      }
      filters={
        <>
          <TextFilter name="q" label={t`Number`} />
          <TextFilter name="remito_number" label={t`Remito number`} isRare />
          <ClientFilter />
          <ChoiceFilter
            name="type"
            label={t`Kind`}
            choices={Object.entries(types).map(([value, label]) => ({ value, label }))}
          />
          <ChoiceFilter
            name="accepted"
            label={t`Reception`}
            choices={[
              { value: 'true', label: t`Received` },
              { value: 'differences', label: t`With differences` },
              { value: 'false', label: t`Not received yet` },
            ]}
          />
          <DayFilter name="from" label={t`From`} as="moment" />
          <DayFilter name="to" label={t`Until`} as="end" />
        </>
      }
    >
      {printing.isError ? <ProblemNote error={printing.error} /> : null}
      <DataTable
        label={t`Remitos`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/warehouse/remitos/${id}`}
        marks={{
          has: ({ id }) => marked.has(id),
          toggle,
          toggleAll,
          labelOf: (remito) => t`Select ${nameOf(remito)}`,
        }}
        empty={
          <Empty title={t`No remitos yet`}>{t`Every movement of goods in and out is documented here.`}</Empty>
        }
      />
    </ListPage>
  )
}
