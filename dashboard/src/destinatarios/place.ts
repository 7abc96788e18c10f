import type { Destinatario } from '@anden/sdk'

/** City and province; only one of them where they have the same name. */
export function placeOf({ city, province }: Pick<Destinatario, 'city' | 'province'>): string {
  return [...new Set([city, province])].filter(Boolean).join(', ')
}
