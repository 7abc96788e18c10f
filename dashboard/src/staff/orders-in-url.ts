/** The orders of a pick list or of a new trip: ids with commas between them. */
export function ordersInUrl({ order_id }: Record<string, unknown>): { order_id?: string } {
  const ids = [order_id].flat().filter((id) => typeof id === 'string' && id !== '')
  return ids.length > 0 ? { order_id: ids.join(',') } : {}
}
