// The parts of a request's text that may be logged. Everything that could be a secret is masked: every secret that the
// service issues (keys, session tokens, signing secrets, links) is random text of at least 24 characters without a space.
// So each run of 20 or more characters of their alphabets is replaced, unless it is an id.
import { uuidPattern } from '@anden/contract/values'

const longRun = /[\w-]{20,}/g
const anId = new RegExp(`^(?:(?:evt_|pay_|sale_|cn_)?${uuidPattern}|req_[0-9a-f]{32})$`, 'i')

export const masked = '…'

/** Truncated to its maximum length. PostgreSQL stores no NUL, and no half of a surrogate pair. */
export const storable = (text: string, maxLength: number) =>
  text.replaceAll('\0', '').slice(0, maxLength).toWellFormed()

/** Looks through percent-encoding, however often it was applied. A text without a secret stays as it was sent. */
export function withoutSecrets(text: string): string {
  const plain = decoded(text)
  if (plain === null) return masked
  const safe = withoutLongRuns(plain)
  return safe === plain ? withoutLongRuns(text) : safe
}

/** Masks each segment by itself, so that the others stay as they were sent. */
export const pathWithoutSecrets = (path: string) => path.split('/').map(withoutSecrets).join('/')

const withoutLongRuns = (text: string) => text.replace(longRun, (run) => (anId.test(run) ? run : masked))

const maxEncodings = 4
const escapes = /(?:%[0-9a-f]{2})+/gi

/** null: encoded too many times. Decodes what it can: an invalid escape does not hide the others. */
function decoded(text: string): string | null {
  let plain = text
  for (let times = 0; times <= maxEncodings; times++) {
    const next = plain.replace(escapes, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
    if (next === plain) return plain
    plain = next
  }
  return null
}
