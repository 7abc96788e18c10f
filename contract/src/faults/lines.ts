import { plain, withParams } from './entry.ts'
import { unitPlurals } from './rules.ts'

const columnsAre = (known: readonly string[]) =>
  `the columns are ${known.join(', ')}, separated by commas or semicolons`

/** What only a line of an imported file can have. */
export const lineFaults = {
  // The file.
  not_utf8: plain('is not UTF-8: save the file as "CSV UTF-8" and send it again'),
  line_too_long: withParams({ max_kib: 'number' }, ({ max_kib }) => `is longer than ${max_kib} KiB`),
  too_many_lines: withParams(
    { max: 'number' },
    ({ max }) => `is one too many: a file may have ${max} lines, so split it`,
  ),
  not_a_spreadsheet: plain(
    'cannot be read as an Excel file: save it as .xlsx without a password, or as "CSV UTF-8", and send it again',
  ),
  spreadsheet_too_large: withParams(
    { max_mib: 'number' },
    ({ max_mib }) => `is larger than ${max_mib} MiB when it is unpacked: save it as "CSV UTF-8", or split it`,
  ),
  quote_not_closed: plain('opens a quote that is not closed'),
  quote_misplaced: plain(
    'has a quote in the wrong place: put the whole field in quotes, and write a quote within it twice',
  ),

  // Its header.
  header_missing: plain('is missing: a file starts with a header, such as sku,quantity'),
  no_lines: plain('is a header, and no line follows it'),
  column_missing: plain('is missing in the header'),
  column_twice: plain('is there more than once'),
  unknown_column: withParams(
    { known: 'strings' },
    ({ known }) => `is not a known column: ${columnsAre(known)}`,
  ),
  unnamed_column: withParams(
    { column: 'number', known: 'strings' },
    ({ column, known }) => `column ${column} has no name: ${columnsAre(known)}`,
  ),

  // The lines below it.
  too_many_fields: withParams(
    { count: 'number', expected_count: 'number' },
    ({ count, expected_count }) =>
      `has ${count} fields where the header has ${expected_count}: a field with a separator in it, such as a decimal comma, needs quotes`,
  ),
  too_few_fields: withParams(
    { count: 'number', expected_count: 'number' },
    ({ count, expected_count }) => `has ${count} fields where the header has ${expected_count}`,
  ),
  cell_outside_columns: withParams(
    { cell: 'string' },
    ({ cell }) => `has a value in ${cell}, a column without a name: name it, or empty the cell`,
  ),
  // A cell of a workbook, or as Excel writes it into a CSV.
  cell_error: withParams(
    { shown: 'string' },
    ({ shown }) => `shows the error ${shown}: correct the formula, or write the value`,
  ),
  line_break: plain('must not contain a line break'),
  not_a_number: plain('must be a number such as 12 or 12.5 or 12,5, without thousands separators'),
  day_first: plain('must be a date, YYYY-MM-DD, year first, such as 2027-03-31'),
  not_a_year: withParams(
    { min: 'number', max: 'number' },
    ({ min, max }) => `must be a year from ${min} to ${max}`,
  ),
  unknown_sku: plain('is not a product of this client; to create it, give its name and unit_type'),
  not_the_products_unit: withParams(
    { unit: 'unit' },
    ({ unit }) => `differs from the product's, which is counted by ${unit}`,
  ),
  counted_whole: withParams(
    { unit: 'unit' },
    ({ unit }) => `must be a whole number: ${unitPlurals[unit] ?? unit} are counted whole`,
  ),
  repeated_lot: withParams({ line: 'number' }, ({ line }) => `is the same lot as on line ${line}`),
  differs_from_line: withParams(
    { line: 'number' },
    ({ line }) => `differs from what line ${line} says of the same product`,
  ),
  product_total_too_large: plain('takes the product to a trillion or more, over all its lots'),
}
