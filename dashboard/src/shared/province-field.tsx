// Chooses a province. The API takes any text, so a text that was stored before stays until another one is chosen.
import { NativeSelect, type NativeSelectProps } from '@mantine/core'
import { provinces } from './provinces.ts'

export function ProvinceField(props: NativeSelectProps & { value?: string }) {
  const { value = '' } = props
  const isKnown = value === '' || provinces.some((province) => province.value === value)
  const stored = isKnown ? [] : [{ value, label: value }]
  return <NativeSelect {...props} data={[{ value: '', label: '' }, ...stored, ...provinces]} />
}
