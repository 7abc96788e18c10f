// The trips of the warehouse's day, for the start page and the number beside the entry of the side bar. The client of the back
// office is loaded with the read, because the side bar is part of the first page.
import { one } from '../../shared/api.ts'
import { today } from '../../ui/format.ts'

const mostShown = 50

/** The day is part of the key: after midnight it is another list. */
export const tripsOfToday = () => {
  const date = today()
  return one(['trips', 'today', date], async (options) => {
    const { backoffice } = await import('../../shared/backoffice.ts')
    return await backoffice.trips.list({ date, limit: mostShown }, options)
  })
}

/** Those that somebody still has to do something about. */
export const isOpenTrip = ({ status }: { status: string }) => status === 'draft' || status === 'departed'
