import type { InputWrapperProps } from '@mantine/core'

type GoodsProduct = { id: string; name: string; sku: string; unit_type: string }

/** A line that is being typed. */
export type Entry = {
  code: string
  product: GoodsProduct | null
  lot_number: string
  expiry_date: string
  vintage_year: number | ''
  quantity: number | ''
}

export const emptyEntry: Entry = {
  code: '',
  product: null,
  lot_number: '',
  expiry_date: '',
  vintage_year: '',
  quantity: '',
}

/** A line of the paper. */
export type GoodsLine = Omit<Entry, 'code' | 'product' | 'quantity'> & {
  key: string
  product: GoodsProduct
  quantity: number
  /** The lot exists with this expiry date instead; null: with none. */
  otherExpiry?: string | null
}

/** Fields beside each other stay in line. */
export const descriptionBelow = [
  'label',
  'input',
  'description',
  'error',
] satisfies InputWrapperProps['inputWrapperOrder']

/** Without it, a browser takes six digits for a year. */
export const lastDate = '9999-12-31'
