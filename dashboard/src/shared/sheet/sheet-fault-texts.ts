// What to write instead, for everything that can be wrong with a cell of a sheet with orders, recipients or products.
import type { SheetFaultCode } from '@anden/sdk'
import { msg } from '@lingui/core/macro'
import type { FaultTexts } from '../../ui/fault-text.ts'

const fillIn = () => msg`Fill in this cell`
const wrongForm = () => msg`This does not have the right form`
const unprintable = () => msg`Remove the characters that cannot be shown`

export const sheetFaultTexts: FaultTexts<SheetFaultCode> = {
  required: fillIn,
  empty: fillIn,
  blank: fillIn,
  too_short: ({ min }) => msg`At least ${min} characters`,
  too_long: ({ max }) => msg`At most ${max} characters`,
  null_character: unprintable,
  malformed_unicode: unprintable,
  wrong_form: wrongForm,
  wrong_type: wrongForm,
  too_small: ({ min }) => msg`At least ${min}`,
  too_large: ({ max }) => msg`At most ${max}`,
  not_above: ({ limit }) => msg`Must be more than ${limit}`,
  too_many_decimals: ({ max }) => msg`At most ${max} decimals`,
  too_many_items: ({ max }) => msg`An order has at most ${max} lines`,
  not_one_of: ({ allowed }) => {
    const values = allowed.join(', ')
    return msg`One of ${values}`
  },
  not_a_uuid: wrongForm,
  not_an_email: () => msg`An e-mail address, such as ana@example.com`,
  not_a_cuit_or_dni: () => msg`A CUIT of 11 digits or a DNI of 7 or 8; check the last digit`,
  not_a_gtin: () => msg`A bar code of 8, 12, 13 or 14 digits; check the last one`,
  name_product_once: () => msg`The SKU or the id of the product, not both`,
  unknown_destinatario: () => msg`There is no such recipient: write its name as in the list, or its CUIT`,
  not_your_product: () => msg`There is no product with this SKU`,
  archived: () => msg`This product is archived`,
  fraction_of_unit: () => msg`A whole number: this product is not divided`,

  not_utf8: () => msg`Save the file as CSV UTF-8: this line has letters in another encoding`,
  line_too_long: ({ max_kib: kib }) => msg`The line is longer than ${kib} KiB: a quote may be missing`,
  too_many_lines: ({ max }) => msg`Split the sheet: it may have ${max} lines`,
  not_a_spreadsheet: () =>
    msg`Save the file in Excel as .xlsx without a password, or as CSV UTF-8: it cannot be read as it is`,
  spreadsheet_too_large: ({ max_mib: mib }) =>
    msg`Save the file as CSV UTF-8 or split it: unpacked, it is larger than ${mib} MiB`,
  quote_not_closed: () => msg`Close the quote that begins here`,
  quote_misplaced: () => msg`Put the whole field in quotes, and write a quote within it twice`,
  header_missing: () => msg`Begin with a line that names the columns`,
  no_lines: () => msg`Add lines below the headings: there are none`,
  column_missing: () => msg`Add this column`,
  column_twice: () => msg`This column is there twice: remove one`,
  unknown_column: () => msg`No known column: rename it, or remove it`,
  unnamed_column: ({ column }) => msg`Column ${column} has no name: name it, or remove it`,
  too_many_fields: ({ count, expected_count: expected }) =>
    msg`${count} cells where the headings are ${expected}: a cell that contains the separator needs quotes`,
  too_few_fields: ({ count, expected_count: expected }) =>
    msg`${count} cells where the headings are ${expected}: add what is missing, even if it is empty`,
  cell_outside_columns: ({ cell }) => msg`${cell} is in a column without a name: name it, or empty the cell`,
  line_break: () => msg`Remove the line break`,
  not_a_number: () => msg`Only a number, without letters or signs`,
  not_a_year: ({ min, max }) => msg`A year from ${min} to ${max}`,
  not_a_date: () => msg`A date such as 2027-03-31`,
  no_such_day: ({ day }) => msg`There is no ${day} in the calendar`,
  day_first: () => msg`The year first: 2027-03-31`,
  not_the_products_unit: ({ unit }) => msg`The product is counted by ${unit}: write that, or leave it empty`,

  ambiguous_number: () => msg`This has two meanings. Which one?`,
  other_decimal_sign: () => msg`This is written with the other decimal sign. Is this what was meant?`,
  cell_error: ({ shown }) => msg`The cell shows the error ${shown}: write the value`,
  formula_without_value: () => msg`The result of this formula is not in the file: write the value`,
  merged_cells: ({ cells }) => msg`The cells ${cells} were merged: fill in each`,

  too_many_orders: ({ max }) => msg`Split the sheet: it may have ${max} orders`,
  differs_in_order: ({ line }) =>
    msg`Not as on line ${line}, which has the same reference: the lines of one reference are one order`,
  several_destinatarios: () => msg`Several of your recipients have this name or CUIT. Which one?`,
  reference_taken: ({ order_number: number }) =>
    msg`${number} was placed with this reference and other goods: change that order, or use another reference`,

  repeated_record: ({ line }) => msg`The same one as on line ${line}: leave only one of them`,
  several_matches: () => msg`Several of your recipients have this CUIT. Which one?`,
  gtin_taken: ({ sku }) => msg`This is the bar code of ${sku}`,
}
