import type { Queryable } from '../db/queryable.ts'
import { egresoLots } from './queries.ts'

/** The lots on the egreso of an order, in the order of its lines. Empty before approval and after cancellation. */
export const takenForOrder = (at: Queryable, orderId: string) => at.rows(egresoLots(orderId))
