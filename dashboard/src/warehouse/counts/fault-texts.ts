import { useLingui } from '@lingui/react/macro'
import { type LineFaultKind, lineFaultOf } from './fault-kinds.ts'
import type { LineFault } from './use-count.ts'

/** Says what to write instead, in the reader's language. */
export function useLineFaultText(): (fault: LineFault) => string {
  const { t } = useLingui()
  return ({ detail }) => {
    const known = lineFaultOf(detail)
    if (!known) return detail
    const [first = '', second = ''] = known.values
    const texts: Record<LineFaultKind, string> = {
      'too-many-fields': t`${first} fields where the header has ${second}: a field that contains the separator, such as a decimal comma, needs quotes`,
      'too-few-fields': t`${first} fields where the header has ${second}: add what is missing, even if it is empty`,
      'too-long': t`At most ${first} characters`,
      empty: t`Fill it in`,
      'line-break': t`Remove the line break`,
      'not-a-number': t`A number such as 12 or 12,5, without thousands separators`,
      negative: t`0 or more`,
      'too-many-decimals': t`At most ${first} decimals`,
      'too-large': t`A smaller quantity: this is more than can be recorded`,
      'day-first': t`The year first: 2027-03-31`,
      'not-a-date': t`A date such as 2027-03-31`,
      'no-such-day': t`${first} does not exist: check the day`,
      'not-a-year': t`A year from ${first} to ${second}`,
      'unknown-unit': t`One of ${first}`,
      'unknown-sku': t`The client has no such product: check the SKU, or add name and unit_type to create it`,
      archived: t`The product is archived: remove the line, or make the product active again`,
      'other-unit': t`The product is counted by ${first}: write that, or leave it empty`,
      fraction: t`A whole number: this product is not divided`,
      'same-lot': t`The same lot as on line ${first}: leave only one of them`,
      'unknown-column': t`No known column: rename it, or remove it`,
      'unnamed-column': t`Column ${first} has no name: name it, or remove it`,
      'column-twice': t`This column is there twice: remove one`,
      'column-missing': t`Add this column`,
      'no-header': t`Begin with a line that names the columns, such as sku,quantity`,
      'no-lines': t`Add lines below the header: there are none`,
      'line-too-long': t`The line is longer than ${first} KiB: a quote may be missing`,
      'not-utf8': t`Save the file as CSV UTF-8: this line has letters in another encoding`,
      'too-many-lines': t`Split the file: it may have ${first} lines`,
      'open-quote': t`Close the quote that begins here`,
      'misplaced-quote': t`Put the whole field in quotes, and write a quote within it twice`,
    }
    return texts[known.kind]
  }
}
