// What of a request's text the log can have. What could be a secret is masked: every secret that the service issues
// (keys, session tokens, signing secrets, links) is random text of at least 24 characters without a space, so each run
// of 20 or more characters of their alphabets is replaced, unless it is an id.
import { uuidPattern } from '@anden/contract/values'

const longRun = /[\w-]{20,}/g
const anId = new RegExp(`^(?:(?:evt_|pay_|sale_|cn_)?${uuidPattern}|req_[0-9a-f]{32})$`, 'i')

export const masked = '…'

/** Cut to its maximum length. PostgreSQL stores no NUL, and no half of a surrogate pair. */
export const storable = (text: string, maxLength: number) =>
  text.replaceAll('\0', '').slice(0, maxLength).toWellFormed()

export function withoutSecrets(text: string): string {
  return text.replace(longRun, (run) => (anId.test(run) ? run : masked))
}

/** Looks behind percent-encoding. A segment without a secret stays as it was sent. */
export function pathWithoutSecrets(path: string): string {
  return path
    .split('/')
    .map((segment) => {
      const text = decoded(segment)
      const safe = withoutSecrets(text)
      return safe === text ? segment : safe
    })
    .join('/')
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
