// What to write instead, for everything that can be wrong with a line of a file.
import type { LineFaultCode } from '@anden/sdk/backoffice'
import { msg } from '@lingui/core/macro'
import type { FaultTexts } from '../../ui/fault-text.ts'

const smaller = () => msg`A smaller quantity: this is more than can be recorded`

export const lineFaultTexts: FaultTexts<LineFaultCode> = {
  not_utf8: () => msg`Save the file as CSV UTF-8: this line has letters in another encoding`,
  line_too_long: ({ max_kib: kib }) => msg`The line is longer than ${kib} KiB: a quote may be missing`,
  too_many_lines: ({ max }) => msg`Split the file: it may have ${max} lines`,
  not_a_spreadsheet: () =>
    msg`Save the file in Excel as .xlsx without a password, or as CSV UTF-8: it cannot be read as it is`,
  spreadsheet_too_large: ({ max_mib: mib }) =>
    msg`Save the file as CSV UTF-8 or split it: unpacked, it is larger than ${mib} MiB`,
  quote_not_closed: () => msg`Close the quote that begins here`,
  quote_misplaced: () => msg`Put the whole field in quotes, and write a quote within it twice`,

  header_missing: () => msg`Begin with a line that names the columns, such as sku,quantity`,
  no_lines: () => msg`Add lines below the header: there are none`,
  column_missing: () => msg`Add this column`,
  column_twice: () => msg`This column is there twice: remove one`,
  unknown_column: () => msg`No known column: rename it, or remove it`,
  unnamed_column: ({ column }) => msg`Column ${column} has no name: name it, or remove it`,

  too_many_fields: ({ count, expected_count: expected }) =>
    msg`${count} fields where the header has ${expected}: a field that contains the separator, such as a decimal comma, needs quotes`,
  too_few_fields: ({ count, expected_count: expected }) =>
    msg`${count} fields where the header has ${expected}: add what is missing, even if it is empty`,
  cell_outside_columns: ({ cell }) => msg`${cell} is in a column without a name: name it, or empty the cell`,
  empty: () => msg`Fill it in`,
  too_long: ({ max }) => msg`At most ${max} characters`,
  line_break: () => msg`Remove the line break`,
  not_a_number: () => msg`A number such as 12 or 12,5, without thousands separators`,
  too_small: ({ min }) => msg`${min} or more`,
  too_large: smaller,
  product_total_too_large: smaller,
  too_many_decimals: ({ max }) => msg`At most ${max} decimals`,
  counted_whole: () => msg`A whole number: this product is not divided`,
  cell_error: ({ shown }) => msg`The cell shows the error ${shown}: write the value`,
  not_a_date: () => msg`A date such as 2027-03-31`,
  day_first: () => msg`The year first: 2027-03-31`,
  no_such_day: ({ day }) => msg`${day} does not exist: check the day`,
  not_a_year: ({ min, max }) => msg`A year from ${min} to ${max}`,
  not_one_of: ({ allowed }) => {
    const values = allowed.join(', ')
    return msg`One of ${values}`
  },
  unknown_sku: () =>
    msg`The client has no such product: check the SKU, or add name and unit_type to create it`,
  archived: () => msg`The product is archived: remove the line, or make the product active again`,
  not_the_products_unit: ({ unit }) => msg`The product is counted by ${unit}: write that, or leave it empty`,
  differs_from_line: ({ line }) =>
    msg`The same as on line ${line}: a product has one location and one weight`,
  repeated_lot: ({ line }) => msg`The same lot as on line ${line}: leave only one of them`,
}
