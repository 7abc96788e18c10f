// Changes what is said of a trip apart from its stops. If only its stops were changed meanwhile, what was typed is still meant; if
// somebody else changed the same things, the page says so before anything is overwritten.
import rules from 'contract:backoffice/PATCH /trips/{id}'
import { AndenError } from '@anden/sdk'
import type { Trip, TripChange } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type ById, queryClient, startReading } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Card } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Form } from '../../ui/form/form.tsx'
import { emptyAsNull, useContractForm } from '../../ui/form/use-contract-form.ts'
import { Page } from '../../ui/page.tsx'
import { Warning } from '../../ui/warning.tsx'
import { WhatHappened } from './change-notices.tsx'
import { type VehicleFields, VehicleFieldset, vehicleFieldNames, vehicleOf } from './fields.tsx'
import { keepTrip, markTripsOld, tripById } from './queries.ts'
import { differenceOf } from './stop-changes.ts'

const route = getRouteApi('/shell/warehouse/trips/$id/edit')

export const load = ({ params }: ById) => startReading(tripById(params.id))

export function EditTrip() {
  const { id } = route.useParams()
  return <Detail query={tripById(id)}>{(trip) => <EditForm key={id} trip={trip} />}</Detail>
}

function EditForm({ trip }: { trip: Trip }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { id, number } = trip
  const back = () => navigate({ to: '/warehouse/trips/$id', params: { id } })
  /** What the form began with: only what differs from it is sent. */
  const seen = useRef(trip)
  const [conflict, setConflict] = useState<{ before: Trip; now: Trip } | null>(null)
  const bodyOf = (values: VehicleFields): TripChange => {
    const were = vehicleOf(seen.current)
    const changed = vehicleFieldNames.filter((name) => values[name] !== were[name])
    const named = Object.fromEntries(changed.map((name) => [name, values[name]]))
    return { if_revision: seen.current.revision, ...emptyAsNull(named) }
  }
  const send = async (values: VehicleFields): Promise<Trip> => {
    try {
      return await backoffice.trips.update(id, bodyOf(values))
    } catch (error) {
      if (!(error instanceof AndenError) || error.code !== 'trips/changed-meanwhile') throw error
      const now = await queryClient.fetchQuery({ ...tripById(id), staleTime: 0 })
      const before = seen.current
      if (differenceOf(before, now, vehicleFieldNames).fields.length > 0) {
        setConflict({ before, now })
        seen.current = now
        throw error
      }
      seen.current = now
      return await backoffice.trips.update(id, bodyOf(values))
    }
  }
  const form = useContractForm({
    rules,
    initial: vehicleOf(seen.current),
    draft: `trips.${id}`,
    body: bodyOf,
    send,
    done: async (changed) => {
      await keepTrip(changed)
      markTripsOld()
      return back()
    },
  })
  return (
    <Page
      title={t`Edit ${number}`}
      crumbs={[
        { to: '/warehouse/trips', label: t`Trips` },
        { to: `/warehouse/trips/${id}`, label: number },
      ]}
    >
      <Card title={t`Vehicle and driver`}>
        <Form form={form} submitLabel={t`Save`} cancel={() => void back()}>
          <VehicleFieldset form={form} />
          {conflict ? (
            <Warning>
              <WhatHappened {...conflict} />{' '}
              {t`What you have typed is still here: if you save it, it replaces that.`}
            </Warning>
          ) : null}
        </Form>
      </Card>
    </Page>
  )
}
