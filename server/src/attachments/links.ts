// Signed download links, valid for an hour, independent of where the file is stored. While SECRET_KEY is being
// rotated, links signed under the previous key are still accepted.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Deps } from '../deps.ts'

const validSeconds = 3600

export function fileLinks({ secrets, clock, baseUrl }: Pick<Deps, 'secrets' | 'clock' | 'baseUrl'>) {
  const signatures = (id: string, expires: number) =>
    secrets
      .keysFor('link')
      .map((key) => createHmac('sha256', key).update(`${id} ${expires}`).digest('base64url'))
  return {
    urlOf(id: string): string {
      const expires = Math.floor(clock() / 1000) + validSeconds
      return `${baseUrl()}/files/${id}?expires=${expires}&signature=${signatures(id, expires)[0]}`
    },
    isValid(id: string, expires: number, signature: string): boolean {
      const actual = Buffer.from(signature)
      const unexpired = Number.isSafeInteger(expires) && expires >= clock() / 1000
      const matches = (expected: Buffer) =>
        actual.length === expected.length && timingSafeEqual(actual, expected)
      return (
        unexpired &&
        signatures(id, expires)
          .map((text) => Buffer.from(text))
          .some(matches)
      )
    },
  }
}
export type FileLinks = ReturnType<typeof fileLinks>
