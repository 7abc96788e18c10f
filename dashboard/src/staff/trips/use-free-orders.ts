import type { QueuedOrder, Trip } from '@anden/sdk/backoffice'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { ordersForTrip, statusesForTrip } from './queries.ts'

export type FreeOrders = ReturnType<typeof useFreeOrders>

/** Those that are on no trip and can be on one; without those that are just being added to this one. */
export function useFreeOrders({ stops }: Pick<Trip, 'stops'>, isNeeded: boolean) {
  const [sought, setSought] = useState('')
  const queries = useQueries({
    queries: statusesForTrip.map((status) => ({ ...ordersForTrip(status), enabled: isNeeded })),
  })
  const onTrip = new Set(stops.map(({ order_id }) => order_id))
  const isPending = queries.some((query) => query.isPending)
  // None until all are read: those of a later answer would move the others.
  const all = isPending ? [] : queries.flatMap(({ data }) => data?.data ?? [])
  const free = all.filter(({ id }) => !onTrip.has(id))
  return {
    orders: free.filter((order) => matches(order, sought)),
    count: free.length,
    isPending,
    hasMore: queries.some(({ data }) => data?.has_more === true),
    failed: queries.find(({ error }) => error),
    sought,
    setSought,
  }
}

/** By every word, without regard to case and accents. */
function matches(order: QueuedOrder, sought: string): boolean {
  const { order_number, client, destinatario, delivery_address, delivery_city, delivery_province } = order
  const text = folded(
    [
      order_number,
      client.name,
      destinatario.name,
      destinatario.city,
      delivery_address,
      delivery_city,
      delivery_province,
    ].join(' '),
  )
  return folded(sought)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
