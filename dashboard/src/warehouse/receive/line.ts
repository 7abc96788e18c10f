import type { InputWrapperProps } from '@mantine/core'

/** A line of the paper, as far as it has been typed. */
export type GoodsLine = {
  key: string
  product: { id: string; name: string; sku: string; unit_type: string }
  lot_number: string
  expiry_date: string
  vintage_year: number | ''
  quantity: number
}

/** Fields beside each other stay in line. */
export const descriptionBelow = [
  'label',
  'input',
  'description',
  'error',
] satisfies InputWrapperProps['inputWrapperOrder']
