/** The bare name of a person or a key, from `user leo@anden.example` or `staff ERP (sk_9dKq21z)`. */
export const actorName = (actor: string) =>
  actor.replace(/^(?:user|staff|client) /, '').replace(/ \([ps]k_\w+\)$/, '')
