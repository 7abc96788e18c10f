// A list as a spreadsheet for people: what a room declares beside the route of the list. A column has its heading in both
// languages, a kind that decides how the value is shown, and a function that takes the value from a row. Values are those of
// the API; words, local time and the notation of numbers come from the kind and the writer.
import { type Language, type UnitType, unitWords, type Words } from '@anden/contract'
import type { Queryable } from '../../../db/queryable.ts'

/**
 * `moment`: a timestamp of the API, shown in the warehouse's time. `date`: a calendar date, without a time zone.
 * `text` stays text, whatever it looks like: numbers of documents, telephones, formulas.
 */
export type ColumnKind = 'text' | 'number' | 'money' | 'date' | 'moment'
export type CellValue = string | number | null

export type SheetColumn<Row> = {
  heading: Words
  kind: ColumnKind
  /** In characters. */
  width: number
  /** Without a value, the cell stays empty. */
  value: (row: Row, language: Language) => CellValue | undefined
}

type SheetDeclaration<Row, Item, Context> = {
  /** In the name of the file, and of its sheet. */
  name: Words
  columns: readonly SheetColumn<Row>[]
  /** Turns the items of each page into rows, one page after the other, with what takes further statements. */
  rows: (context: Context, db: Queryable) => (items: Item[]) => Promise<Row[]>
}

/** A declaration without the type of its rows. */
export type Sheet<Item, Context> = {
  name: Words
  columns: readonly Omit<SheetColumn<never>, 'value'>[]
  /** Returns the cells of each page, in the order of the columns. */
  open: (
    context: Context,
    db: Queryable,
    language: Language,
  ) => (items: Item[]) => Promise<readonly CellValue[][]>
}

export function sheet<Row, Item, Context>({
  name,
  columns,
  rows,
}: SheetDeclaration<Row, Item, Context>): Sheet<Item, Context> {
  return {
    name,
    columns,
    open: (context, db, language) => {
      const read = rows(context, db)
      return async (items) =>
        (await read(items)).map((row) => columns.map(({ value }) => value(row, language) ?? null))
    },
  }
}

/** The rows are the items themselves. */
export const itemsAsRows =
  <Item>() =>
  () =>
  async (items: Item[]) =>
    items

/** Items with what was read of each, by their id. */
export function joined<Item extends { id: string }, Facts extends { id: string }>(
  items: readonly Item[],
  facts: readonly Facts[],
): (Item & Facts)[] {
  const byId = new Map(facts.map((one) => [one.id, one]))
  return items.flatMap((item) => {
    const found = byId.get(item.id)
    return found ? [{ ...item, ...found }] : []
  })
}

/** One row per line of each document. */
export const byLine = <Document extends { lines: readonly unknown[] }>(documents: readonly Document[]) =>
  documents.flatMap((document) =>
    document.lines.map((line, index) => ({
      ...document,
      line: line as Document['lines'][number],
      position: index + 1,
    })),
  )

const columnOf =
  (kind: ColumnKind, defaultWidth: number) =>
  <Row>(
    es: string,
    en: string,
    value: SheetColumn<Row>['value'],
    width = defaultWidth,
  ): SheetColumn<Row> => ({
    heading: { es, en },
    kind,
    width,
    value,
  })

export const text = columnOf('text', 18)
export const number = columnOf('number', 12)
export const money = columnOf('money', 16)
export const date = columnOf('date', 12)
export const moment = columnOf('moment', 17)

/** A column of words for the values of an enum; null stays empty. */
export const wordsColumn = <Row, Value extends string>(
  es: string,
  en: string,
  words: Readonly<Record<Value, Words>>,
  value: (row: Row) => Value | null,
  width?: number,
) =>
  text<Row>(
    es,
    en,
    (row, language) => {
      const known = value(row)
      return known === null ? null : words[known][language]
    },
    width,
  )

/** A CUIT with its hyphens, which spreadsheets do not take for a number: 30-70777070-4. A DNI stays as it is. */
export const taxIdText = (digits: string | null) =>
  digits === null ? null : digits.replace(/^(\d\d)(\d{8})(\d)$/, '$1-$2-$3')

// Quantities of several lines in one row of a file. Quantities of different units are never added up.

export type CountedLine = { sku: string; quantity: number; unit_type: UnitType }

/** `18 cajas MAL-750, 3,5 kg QSO-1`. */
export const contentText = (lines: readonly CountedLine[], language: Language) =>
  lines
    .map(
      ({ sku, quantity, unit_type }) =>
        `${numberText(quantity, language)} ${unitText(unit_type, quantity, language)} ${sku}`,
    )
    .join(', ')

/** The sum of the lines, in whole thousandths and so exact; null if their units differ. */
export function totalOf(lines: readonly CountedLine[]): number | null {
  if (unitOf(lines) === null) return null
  return lines.reduce((sum, { quantity }) => sum + Math.round(quantity * 1_000), 0) / 1_000
}

/** The unit of all lines; null if they differ, or if there are none. */
function unitOf(lines: readonly CountedLine[]): UnitType | null {
  const [first, ...others] = lines
  return first && others.every(({ unit_type }) => unit_type === first.unit_type) ? first.unit_type : null
}

const severalUnits = { es: 'varias', en: 'several' }

/** The unit of the sum of the lines. */
export const unitOfTotal = (lines: readonly CountedLine[], language: Language) => {
  const unit = unitOf(lines)
  if (unit === null) return lines.length === 0 ? null : severalUnits[language]
  return unitText(unit, totalOf(lines) ?? 0, language)
}

export const unitText = (unit: UnitType, quantity: number, language: Language) =>
  unitWords[language][unit][Math.abs(quantity) === 1 ? 0 : 1]

const numberText = (value: number, language: Language) =>
  language === 'es' ? String(value).replace('.', ',') : String(value)
