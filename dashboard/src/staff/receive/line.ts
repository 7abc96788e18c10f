import type { InputWrapperProps } from '@mantine/core'

type GoodsProduct = { id: string; name: string; sku: string; unit_type: string }

/** A line as it is being typed. Numbers are kept as text. */
export type Entry = {
  code: string
  /** null until the code has been looked up. */
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

/** The contents of a complete line. */
export type Goods = {
  product: GoodsProduct
  lot_number: string
  expiry_date: string
  vintage_year: number | null
  quantity: number
}

/**
 * A line of the paper. While it is being edited, `draft` holds the typed text. `goods` is null until the line was
 * complete once.
 */
export type GoodsLine = { key: string; goods: Goods | null; draft: Entry | null }

export const isEmptyEntry = ({ product: _, ...typed }: Entry) =>
  Object.values(typed).every((text) => text.trim() === '')

export const goodsOf = (lines: readonly GoodsLine[]) => lines.flatMap(({ goods }) => goods ?? [])

/** Keeps adjacent fields aligned. */
export const descriptionBelow = [
  'label',
  'input',
  'description',
  'error',
] satisfies InputWrapperProps['inputWrapperOrder']
