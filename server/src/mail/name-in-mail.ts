// Names in mails. They were typed by someone other than the reader, and some are older than the rule for them
// (`isPersonName`), so they are reduced here to what that rule allows: one short line in which no mail program finds a link.
import { maxPersonNameLength, normalLine, withoutAddresses } from '@anden/contract/values'

export function nameInMail(name: string): string {
  const line = [...normalLine(name)]
  const isShort = line.length <= maxPersonNameLength
  return withoutAddresses(isShort ? line.join('') : `${line.slice(0, maxPersonNameLength - 1).join('')}…`)
}
