import type { PublicRemito } from '@anden/contract'
import type { Line } from './quantities.ts'

export const linesOf = ({ items }: Pick<PublicRemito, 'items'>): Line[] =>
  items.map(({ unit_type: unit, ...item }) => ({ ...item, unit }))
