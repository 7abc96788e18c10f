import type { InputWrapperProps } from '@mantine/core'

type GoodsProduct = { id: string; name: string; sku: string; unit_type: string }

/** A line as it is being typed: numbers, too, are what was typed. */
export type Entry = {
  code: string
  /** Null until the code has been looked up. */
  product: GoodsProduct | null
  lot_number: string
  expiry_date: string
  vintage_year: string
  quantity: string
}

export const emptyEntry: Entry = {
  code: '',
  product: null,
  lot_number: '',
  expiry_date: '',
  vintage_year: '',
  quantity: '',
}

/** What a complete line says. */
export type Goods = {
  product: GoodsProduct
  lot_number: string
  expiry_date: string
  vintage_year: number | null
  quantity: number
}

/** A line of the paper. While it is typed again, `draft` has what was typed; `goods` is null until it was complete once. */
export type GoodsLine = { key: string; goods: Goods | null; draft: Entry | null }

export const isEmptyEntry = ({ product: _, ...typed }: Entry) =>
  Object.values(typed).every((text) => text.trim() === '')

export const goodsOf = (lines: readonly GoodsLine[]) => lines.flatMap(({ goods }) => goods ?? [])

/** Fields beside each other stay in line. */
export const descriptionBelow = [
  'label',
  'input',
  'description',
  'error',
] satisfies InputWrapperProps['inputWrapperOrder']

/** Without it, a browser takes six digits for a year. */
export const lastDate = '9999-12-31'
