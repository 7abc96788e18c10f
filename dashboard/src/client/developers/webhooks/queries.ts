import type { Replay } from '@anden/sdk'
import { allRows, one, portal, rows } from '../../../shared/api.ts'

export const endpointList = allRows(['webhooks'], portal.webhooks.list)

export const endpointById = (id: string) =>
  one(['webhooks', id], (options) => portal.webhooks.get(id, {}, options))

export const deliveryList = (id: string, filters: Record<string, unknown>) =>
  rows(
    ['webhooks', id, 'deliveries'],
    (query: object, options) => portal.webhooks.deliveries.list(id, query, options),
    filters,
  )

export const deliveryById = (id: string, deliveryId: string) =>
  one(['webhooks', id, 'deliveries', deliveryId], (options) =>
    portal.webhooks.deliveries.get(id, deliveryId, {}, options),
  )

/** The latest 100 attempts, the reason for a pause, and the number of missed events. */
export const endpointHealth = (id: string) =>
  one(['webhooks', id, 'health'], (options) => portal.webhooks.health.get(id, {}, options))

export const pendingDeliveries = (id: string) =>
  one(['webhooks', id, 'pending'], (options) =>
    portal.webhooks.deliveries.list(id, { status: 'pending', limit: 100 }, options),
  )

/** Counts the past events that a replay would send. A dry run: nothing changes. */
export const pastEvents = (id: string, selection: Replay) =>
  one(['webhooks', id, 'past', selection], (options) =>
    portal.webhooks.replay(id, { ...selection, dry_run: true }, options),
  )

/** Counts the events that a recovery would send again. A dry run: nothing changes. */
export const missedBy = (id: string, selection: object = {}) =>
  one(['webhooks', id, 'missed', selection], (options) =>
    portal.webhooks.recover(id, { ...selection, dry_run: true }, options),
  )
