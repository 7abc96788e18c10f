import type { TripSummary } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { ListPage } from '../../shared/lists/list-page.tsx'
import { plateText } from '../../shared/orders/trip-of-order.tsx'
import { useMay } from '../../shared/session.ts'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Empty } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { ChoiceFilter, DayFilter, onlyFilters, TextFilter, useFilters } from '../../ui/filters.tsx'
import { formatNumber } from '../../ui/format.ts'
import { CalendarDate, None } from '../../ui/values.tsx'
import { tripList } from './queries.ts'
import { TripChip, useTripStatuses, useWeightText } from './trip-texts.tsx'

export function TripList() {
  const { t } = useLingui()
  const { search } = useFilters()
  const query = tripList(onlyFilters(search))
  const statuses = useTripStatuses()
  const mayPlan = useMay('staff:orders')
  const weightOf = useWeightText()
  const columns: Column<TripSummary>[] = [
    {
      id: 'number',
      label: t`Trip`,
      width: '16%',
      cell: ({ id, number, date }) => (
        <>
          <Link to="/warehouse/trips/$id" params={{ id }} className="numeric">
            {number}
          </Link>
          <OnPhone>
            <CalendarDate date={date} />
          </OnPhone>
        </>
      ),
    },
    { id: 'date', label: t`Date`, from: 'sm', cell: ({ date }) => <CalendarDate date={date} /> },
    { id: 'driver', label: t`Driver`, width: '20%', cell: ({ driver_name }) => driver_name },
    {
      id: 'plate',
      label: t`Plate`,
      from: 'sm',
      cell: ({ plate }) => (plate ? <span className="numeric">{plateText(plate)}</span> : <None />),
    },
    {
      id: 'stops',
      label: t`Stops`,
      isNumeric: true,
      from: 'sm',
      cell: ({ stops_count, stops_open, status }) =>
        status === 'departed' && stops_count > 0
          ? t`${formatNumber(stops_count - stops_open)} of ${formatNumber(stops_count)}`
          : formatNumber(stops_count),
    },
    {
      id: 'packages',
      label: t`Packages`,
      isNumeric: true,
      from: 'md',
      cell: ({ packages }) => formatNumber(packages),
    },
    {
      id: 'weight',
      label: t`Weight`,
      isNumeric: true,
      from: 'md',
      cell: (trip) => weightOf(trip) ?? <None />,
    },
    { id: 'status', label: t`State`, width: '16%', cell: ({ status }) => <TripChip status={status} /> },
  ]
  const plan = mayPlan ? (
    <ButtonLink to="/warehouse/trips/new" variant="filled">
      {t`New trip`}
    </ButtonLink>
  ) : null
  return (
    <ListPage
      title={t`Trips`}
      crumbs={[{ to: '/warehouse', label: t`Warehouse` }]}
      query={query}
      exportAs={t`trips`}
      actions={plan}
      filters={
        <>
          <DayFilter name="date" label={t`Date`} />
          <ChoiceFilter
            name="status"
            label={t`State`}
            choices={Object.entries(statuses).map(([value, label]) => ({ value, label }))}
          />
          <TextFilter name="driver" label={t`Driver, full name`} />
        </>
      }
    >
      <DataTable
        label={t`Trips`}
        query={query}
        columns={columns}
        rowKey={({ id }) => id}
        open={({ id }) => `/warehouse/trips/${id}`}
        empty={
          <Empty title={t`No trips yet`} action={plan}>
            {t`A trip is a vehicle’s day: the orders that it takes, in the order of their stops. It departs with all of them at once.`}
          </Empty>
        }
      />
    </ListPage>
  )
}
