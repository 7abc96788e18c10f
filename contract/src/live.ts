// The live stream does not report data. It reports that a topic has changed and should be read again.

import { Id, Named, Nullable, OneOf } from './primitives.ts'
import { type Static, Type } from './type.ts'

/**
 * The kinds of data that reads return. The database keeps a version of each per client. There, the list is `topics()`;
 * a migration adds to it with `add_topic`.
 */
export const topics = [
  'stock',
  'orders',
  'remitos',
  'account',
  'destinatarios',
  'webhooks',
  'inbound',
] as const

/** What belongs to no client but to the warehouse. The database keeps a version of each in `warehouse_versions`. */
export const warehouseTopics = ['trips'] as const

const version = Type.Integer({ description: 'Rises with every change of the topic', examples: [42] })

export const TopicChange = Named('TopicChange', { topic: OneOf(topics, { examples: ['orders'] }), version })
export type TopicChange = Static<typeof TopicChange>

export const StaffTopicChange = Named('StaffTopicChange', {
  client_id: Nullable(Id, { description: "null: the topic is the warehouse's own, such as `trips`" }),
  topic: OneOf([...topics, ...warehouseTopics], { examples: ['orders'] }),
  version,
})
export type StaffTopicChange = Static<typeof StaffTopicChange>
