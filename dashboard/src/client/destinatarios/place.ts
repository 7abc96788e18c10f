import type { Destinatario } from '@anden/sdk'

/** City and province, or only one of them if both have the same name. */
export function placeOf({ city, province }: Pick<Destinatario, 'city' | 'province'>): string {
  return [...new Set([city, province])].filter(Boolean).join(', ')
}
