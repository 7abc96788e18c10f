/**
 * The kinds of data that reads show. The database keeps a version of each per client. Its list is `topics()`; a migration
 * adds to it with `add_topic`.
 */
export const topics = ['stock', 'orders', 'remitos', 'account', 'destinatarios'] as const

export type Topic = (typeof topics)[number]
