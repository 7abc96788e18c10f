// The live stream does not report data. It reports that a topic has changed and should be read again.

import { Id, Named, OneOf } from './primitives.ts'
import { type Static, Type } from './type.ts'

/**
 * The kinds of data that reads return. The database keeps a version of each per client. There, the list is `topics()`;
 * a migration adds to it with `add_topic`.
 */
export const topics = ['stock', 'orders', 'remitos', 'account', 'destinatarios', 'webhooks'] as const

const changeFields = {
  topic: OneOf(topics, { examples: ['orders'] }),
  version: Type.Integer({ description: 'Rises with every change of the topic', examples: [42] }),
}

export const TopicChange = Named('TopicChange', changeFields)
export type TopicChange = Static<typeof TopicChange>

export const ClientTopicChange = Named('ClientTopicChange', { client_id: Id, ...changeFields })
export type ClientTopicChange = Static<typeof ClientTopicChange>
