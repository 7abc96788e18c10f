import { quantityText } from '../ui/values.tsx'

/** What came in or went out, with its sign. */
export function Delta({ value, unit }: { value: number; unit: string }) {
  return (
    <span className="numeric">
      {value < 0 ? '−' : '+'}
      {quantityText(Math.abs(value), unit)}
    </span>
  )
}
