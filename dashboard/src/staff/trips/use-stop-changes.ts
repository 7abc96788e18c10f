// Moves of stops. Each is shown at once and sent after the one before, with the revision that its answer had: keys can be pressed
// faster than the service answers. If one is refused, those behind it are dropped, because they were meant for what was shown.
import type { Trip } from '@anden/sdk/backoffice'
import { useEffect, useRef, useState } from 'react'
import { queryClient } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { closeRefusal, reportRefusal } from './change-notices.tsx'
import { keepTrip, markTripsOld, tripById } from './queries.ts'
import { orderOf, type StopChange, withChanges } from './stop-changes.ts'

/** `revision`: that of the answer. Until the page has read that one, the change is shown in its place. */
type Shown = { change: StopChange; revision: number | null }

export function useStopChanges(trip: Trip) {
  const [changes, setChanges] = useState<readonly Shown[]>([])
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** Rises with every refusal. What was asked for before is not sent any more. */
  const era = useRef(0)
  const current = changes.filter(({ revision }) => revision === null || revision > trip.revision)
  useEffect(() => {
    if (current.length < changes.length) setChanges(current)
  })

  const send = async (shown: Shown, asked: number) => {
    const { change } = shown
    if (asked !== era.current) return
    const before = queryClient.getQueryData<Trip>(tripById(trip.id).queryKey) ?? trip
    try {
      const answer = await backoffice.trips.update(trip.id, bodyOf(change, before.revision))
      setChanges((were) => were.map((one) => (one === shown ? { ...one, revision: answer.revision } : one)))
      await keepTrip(answer)
      markTripsOld()
    } catch (error) {
      era.current += 1
      setChanges([])
      const now = await readAgain(trip.id)
      reportRefusal({ before, now, change, error })
    }
  }
  const change = (change: StopChange) => {
    closeRefusal(trip.id)
    const shown = { change, revision: null }
    setChanges((were) => [...were, shown])
    const asked = era.current
    last.current = last.current.then(() => send(shown, asked))
  }
  return {
    shown: withChanges(
      trip,
      current.map(({ change }) => change),
    ),
    /** Orders that are being added, which the lists of those without a trip still have. */
    isSaving: changes.some(({ revision }) => revision === null),
    change,
  }
}

function bodyOf(change: StopChange, if_revision: number) {
  const { action } = change
  const { order_id } = orderOf(change)
  return action === 'remove'
    ? { if_revision, action, order_id }
    : { if_revision, action, order_id, position: change.position }
}

/** null: it could not be read, or is gone. */
async function readAgain(id: string): Promise<Trip | null> {
  markTripsOld()
  return await queryClient.fetchQuery({ ...tripById(id), staleTime: 0 }).catch(() => null)
}
