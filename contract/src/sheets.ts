// What every sheet that is imported has in common: orders, recipients and products. The answer to a dry run has the sheet as
// it was read, so that a page can show a workbook, too, and what is wrong with it cell by cell.

import { Named, Nullable, OneOf } from './primitives.ts'
import { SheetError } from './problems/document.ts'
import { type Static, Type } from './type.ts'

export const maxSheetLines = 2_000
export const maxSheetMebibytes = 5
/** In one answer. The others are counted. */
export const maxSheetFaults = 1_000

export const decimalSigns = ['comma', 'point'] as const

export const SheetQuery = {
  dry_run: Type.Optional(
    Type.Boolean({ default: false, description: 'Report what would be done without doing it' }),
  ),
  decimal_sign: Type.Optional(
    OneOf(decimalSigns, {
      description:
        'The decimal sign of numbers that are text: `1.500` is 1500 or a question with `comma`, and 1.5 with `point`. Left out: both signs are understood, and only a number that could be two is refused. Cells of a workbook that are numbers are never in doubt',
      examples: ['comma'],
    }),
  ),
}

/** The sheet as it was read: in the answer to a dry run of any kind. */
export const sheetReadFields = {
  workbook: Nullable(
    Type.Unsafe<{ sheet: string; position: number; sheets: number; hidden: number }>(
      Named('ReadWorkbook', {
        sheet: Type.String({ description: 'The name of the sheet that was read', examples: ['Pedidos'] }),
        position: Type.Integer({ description: 'Its place among all sheets, from 1', examples: [2] }),
        sheets: Type.Integer({ description: 'How many sheets the workbook has', examples: [3] }),
        hidden: Type.Integer({ description: 'How many of them are hidden, and never read', examples: [1] }),
      }),
    ),
    { description: 'Of a workbook the first visible sheet is read; null: the file was CSV' },
  ),
  columns: Type.Array(
    Named('SheetColumn', {
      position: Type.Integer({ description: 'From 1', examples: [3] }),
      heading: Type.String({ description: 'As it stands in the sheet', examples: ['Código'] }),
      name: Nullable(Type.String(), {
        description: 'The column that it was recognised as; null: none, or one that is there already',
        examples: ['sku'],
      }),
    }),
  ),
  lines: Type.Array(
    Named('SheetLine', {
      line: Type.Integer({
        description: 'Its number in the file, the header being 1 usually',
        examples: [2],
      }),
      cells: Type.Array(Type.String(), {
        description:
          'The text of each column, in their order. A number of a workbook is written with `decimal_sign`. What is longer than 2,500 characters ends there, with an ellipsis',
      }),
    }),
    { description: 'Every line that is not blank, as it was read' },
  ),
}

export const sheetFaultFields = {
  faults: Type.Array(SheetError, { description: `By line, up to ${maxSheetFaults.toLocaleString('en')}` }),
  fault_count: Type.Integer({ description: 'How many there are in all', examples: [1] }),
}

export const recordOutcomes = ['create', 'update', 'unchanged', 'faulty'] as const

/** One line of a sheet with recipients or products. */
export const SheetRecord = Named('SheetRecord', {
  line: Type.Integer({ examples: [2] }),
  outcome: OneOf(recordOutcomes, {
    description: '`unchanged`: it is stored as the line says. `faulty`: see `faults`',
    examples: ['create'],
  }),
  id: Nullable(Type.String({ format: 'uuid' }), {
    description: 'Null while it does not exist',
  }),
  label: Type.String({ description: 'Its name, or the SKU of a product', examples: ['MAL-RES-750'] }),
  changes: Type.Array(Type.String(), {
    description: 'With `update`: the columns that change',
    examples: [['location', 'weight_kg']],
  }),
})
export type SheetRecord = Static<typeof SheetRecord>

const countsOfRecords = {
  created: Type.Integer({ examples: [12] }),
  updated: Type.Integer({ examples: [3] }),
  unchanged: Type.Integer({ examples: [0] }),
}

export const RecordsImportPreview = Named('RecordsImportPreview', {
  dry_run: Type.Boolean({ examples: [true] }),
  ...countsOfRecords,
  ...sheetReadFields,
  records: Type.Array(SheetRecord),
  ...sheetFaultFields,
})
export type RecordsImportPreview = Static<typeof RecordsImportPreview>

export const RecordsImport = Named('RecordsImport', {
  dry_run: Type.Boolean({ examples: [false] }),
  ...countsOfRecords,
  records: Type.Array(SheetRecord),
})
export type RecordsImport = Static<typeof RecordsImport>
