// A file is reached by a signed link that holds for an hour, wherever it is stored.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'

const validSeconds = 3600

export function fileLinks({ secrets, clock, baseUrl }: Pick<Deps, 'secrets' | 'clock' | 'baseUrl'>) {
  const key = secrets.keyFor('link')
  const signature = (id: string, expires: number) =>
    createHmac('sha256', key).update(`${id} ${expires}`).digest('base64url')
  return {
    urlOf(id: string): string {
      const expires = Math.floor(clock() / 1000) + validSeconds
      return `${baseUrl()}/files/${id}?expires=${expires}&signature=${signature(id, expires)}`
    },
    isGenuine(id: string, expires: number, given: string): boolean {
      const expected = Buffer.from(signature(id, expires))
      const actual = Buffer.from(given)
      const fresh = Number.isSafeInteger(expires) && expires >= clock() / 1000
      return fresh && actual.length === expected.length && timingSafeEqual(actual, expected)
    },
  }
}
export type FileLinks = ReturnType<typeof fileLinks>
