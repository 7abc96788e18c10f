import type { FieldFaultCode, LineFaultCode } from './catalogue.ts'
import { plain, withParams } from './entry.ts'

/** What only a cell of a sheet with orders, recipients or products can have. */
export const sheetFaults = {
  // Numbers as text: the sheet does not say whether its decimal sign is the comma or the point.
  ambiguous_number: withParams(
    { one: 'number', other: 'number' },
    ({ one, other }) => `can be ${one} or ${other}: write it without thousands separators`,
  ),
  other_decimal_sign: withParams(
    { meant: 'number' },
    ({ meant }) => `is written with the other decimal sign: write ${meant} with the one of this sheet`,
  ),

  // Cells of a workbook.
  formula_without_value: plain(
    'is a formula whose result is not in the file: open it in Excel and save it, or write the value',
  ),
  merged_cells: withParams(
    { cells: 'string' },
    ({ cells }) => `is part of the merged cells ${cells}: unmerge them, and fill in each`,
  ),

  // Orders.
  too_many_orders: withParams(
    { max: 'number' },
    ({ max }) => `is one order too many: a sheet may have ${max}, so split it`,
  ),
  differs_in_order: withParams(
    { line: 'number' },
    ({ line }) =>
      `differs from line ${line}, which has the same reference: the lines of one reference are one order`,
  ),
  several_destinatarios: plain('is the name or the CUIT of several of your recipients: write the id of one'),
  reference_taken: withParams(
    { order_number: 'string' },
    ({ order_number }) =>
      `is the reference of ${order_number}, which was placed from a sheet with other content: change that order, or use another reference`,
  ),

  // Recipients and products.
  repeated_record: withParams({ line: 'number' }, ({ line }) => `is the same one as on line ${line}`),
  several_matches: plain('matches several of your recipients: write the id of one in a column id'),
  gtin_taken: withParams({ sku: 'string' }, ({ sku }) => `is the GTIN of ${sku}`),
}

/** What a cell has in common with a member of a body. */
const likeFields = [
  'required',
  'empty',
  'blank',
  'too_short',
  'too_long',
  'null_character',
  'malformed_unicode',
  'wrong_form',
  'wrong_type',
  'too_small',
  'too_large',
  'not_above',
  'too_many_decimals',
  'too_many_items',
  'not_one_of',
  'not_a_uuid',
  'not_an_email',
  'not_a_cuit_or_dni',
  'not_a_gtin',
  'name_product_once',
  'unknown_destinatario',
  'not_your_product',
  'archived',
  'fraction_of_unit',
  'not_a_date',
  'no_such_day',
] as const satisfies readonly FieldFaultCode[]

/** What a sheet has in common with the file of a stock count. */
const likeCounts = [
  'not_utf8',
  'line_too_long',
  'too_many_lines',
  'not_a_spreadsheet',
  'spreadsheet_too_large',
  'quote_not_closed',
  'quote_misplaced',
  'header_missing',
  'no_lines',
  'column_missing',
  'column_twice',
  'unknown_column',
  'unnamed_column',
  'too_many_fields',
  'too_few_fields',
  'cell_outside_columns',
  'line_break',
  'cell_error',
  'not_a_number',
  'not_a_year',
  'day_first',
  'not_the_products_unit',
] as const satisfies readonly LineFaultCode[]

export type SheetFaultCode =
  | keyof typeof sheetFaults
  | (typeof likeFields)[number]
  | (typeof likeCounts)[number]
export const sheetFaultCodes = [...likeFields, ...likeCounts, ...Object.keys(sheetFaults)] as SheetFaultCode[]
