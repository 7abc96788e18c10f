import { quantityText } from '../../ui/values.tsx'

/** A change of a quantity, with its sign. */
export function Delta({ value, unit }: { value: number; unit: string }) {
  return (
    <span className="numeric">
      {value < 0 ? '−' : '+'}
      {quantityText(Math.abs(value), unit)}
    </span>
  )
}
