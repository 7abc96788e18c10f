import { NumberInput, type NumberInputProps } from '@mantine/core'
import { decimalSeparator } from '../../ui/format.ts'
import { unitName } from '../../ui/values.tsx'

/** A quantity with its unit. Only what is weighed or measured has decimals. */
export function QuantityInput({ unit, ...input }: NumberInputProps & { unit: string }) {
  return (
    <NumberInput
      allowDecimal={unit === 'kg' || unit === 'litro'}
      decimalScale={3}
      decimalSeparator={decimalSeparator()}
      allowNegative={false}
      allowedDecimalSeparators={['.', ',']}
      rightSection={<span className="quiet">{unitName(Number(input.value) || 2, unit)}</span>}
      rightSectionWidth={72}
      {...input}
    />
  )
}
