import type { Trip } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { plateText } from '../../shared/orders/trip-of-order.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Facts } from '../../ui/card.tsx'
import { CalendarDate, Moment, TaxId } from '../../ui/values.tsx'
import { useVehicleLabels } from './fields.tsx'

export function VehicleCard({ trip, mayEdit }: { trip: Trip; mayEdit: boolean }) {
  const { t } = useLingui()
  const labels = useVehicleLabels()
  const taxId = (value: string | null) => (value ? <TaxId value={value} /> : null)
  return (
    <Card
      title={t`Vehicle and driver`}
      aside={
        mayEdit ? (
          <ButtonLink to="/warehouse/trips/$id/edit" params={{ id: trip.id }} size="compact-sm">
            {t`Edit`}
          </ButtonLink>
        ) : null
      }
    >
      <Facts
        entries={[
          [labels.date, <CalendarDate key="date" date={trip.date} />],
          [labels.driver_name, trip.driver_name],
          [labels.driver_dni, taxId(trip.driver_dni)],
          [labels.plate, trip.plate && plateText(trip.plate)],
          [labels.trailer_plate, trip.trailer_plate && plateText(trip.trailer_plate)],
          [labels.carrier_name, trip.carrier_name],
          [labels.carrier_cuit, taxId(trip.carrier_cuit)],
          [labels.cot, trip.cot],
          [labels.notes, trip.notes],
          [t`Departed`, trip.departed_at && <Moment key="departed" at={trip.departed_at} />],
          [
            t({ context: 'trip', message: 'Closed' }),
            trip.closed_at && <Moment key="closed" at={trip.closed_at} />,
          ],
        ]}
      />
    </Card>
  )
}
