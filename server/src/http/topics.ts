/**
 * What reads show. The database counts the changes of each per client; its list is `topics()`, to which a migration
 * adds one with `add_topic`.
 */
export const topics = ['stock', 'orders', 'remitos', 'account', 'destinatarios'] as const

export type Topic = (typeof topics)[number]
