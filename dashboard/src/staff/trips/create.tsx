import rules from 'contract:backoffice/POST /trips'
import type { NewTrip } from '@anden/sdk/backoffice'
import { Plural, useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { backoffice } from '../../shared/backoffice.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { today } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { noVehicle, type VehicleFields, VehicleFieldset } from './fields.tsx'
import { keepTrip, markTripsOld } from './queries.ts'
import { RefusedOrders } from './refused-orders.tsx'

const route = getRouteApi('/shell/warehouse/trips/new')

export function NewTripPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { order_id: chosen = '' } = route.useSearch()
  const order_ids = chosen.split(',').filter(Boolean)
  const bodyOf = (values: VehicleFields) => ({
    ...withoutEmpty(values),
    ...(order_ids.length > 0 ? { order_ids } : {}),
  })
  const form = useContractForm({
    rules,
    initial: { ...noVehicle, date: today() },
    draft: 'trips.new',
    body: bodyOf,
    send: (values, options) => backoffice.trips.create(bodyOf(values) as NewTrip, options),
    done: async (trip) => {
      await keepTrip(trip)
      markTripsOld()
      await navigate({ to: '/warehouse/trips/$id', params: { id: trip.id }, replace: true })
    },
  })
  return (
    <Page
      title={t`New trip`}
      intro={
        order_ids.length > 0 ? (
          <Plural
            value={order_ids.length}
            one="With the # order that you chose"
            other="With the # orders that you chose"
          />
        ) : null
      }
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/trips', label: t`Trips` },
      ]}
    >
      <Card title={t`Vehicle and driver`}>
        <Form form={form} submitLabel={t`Make the trip`} cancel={() => history.back()}>
          <VehicleFieldset form={form} />
          <RefusedOrders error={form.problem} />
        </Form>
      </Card>
    </Page>
  )
}
