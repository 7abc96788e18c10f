// The labels of all packages of a trip, stop by stop, for the printer beside the dock.
import type { Queryable } from '../db/queryable.ts'
import type { labelTemplates, SeveralLabels } from '../orders/pdf/labels.ts'
import { readLabelsOf } from '../orders/pdf/route.ts'
import { problem, throwProblem } from '../problem.ts'
import { tripDetail } from './queries.ts'

/** Of one file: what a rendering thread draws within seconds. */
const maxLabels = 2_000

export const tripLabelsPdf = {
  summary: 'The labels of all packages of a trip',
  description: `As \`GET /orders/{id}/labels\`, of the orders of the trip that are packed, in the order of its stops; up to ${maxLabels} of them.`,
  contentType: 'application/pdf',
  problems: ['trips/not-found' as const, 'orders/not-packed' as const, 'trips/too-many-labels' as const],
  revision: 1,
  fileName: ({ name }: SeveralLabels) => `etiquetas-${name}.pdf`,
  template: 'labels-of-several' satisfies keyof typeof labelTemplates,
}

export async function readTripLabels(
  db: Queryable,
  id: string,
  warehouse: string | null,
): Promise<SeveralLabels> {
  const { number, stops } = (await db.maybeOne(tripDetail(id))) ?? throwProblem('trips/not-found')
  const orders = await readLabelsOf(
    db,
    stops.map(({ order_id }) => order_id),
  )
  if (orders.length === 0) throw problem('orders/not-packed')
  if (orders.reduce((sum, { packages }) => sum + packages, 0) > maxLabels) {
    throw problem('trips/too-many-labels')
  }
  return { name: number, orders, warehouse }
}
