/** The person or the key, as somebody calls them: `user leo@anden.example`, `staff ERP (sk_9dKq21z)`. */
export const actorName = (actor: string) =>
  actor.replace(/^(?:user|staff|client) /, '').replace(/ \([ps]k_\w+\)$/, '')
