// Which events an endpoint gets: all of them, those of a family, or one by one.
import { eventTypes } from '@anden/contract/values'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Input } from '@mantine/core'
import { eventFamilies, familyName } from '../event-types.ts'
import styles from './event-picker.module.css'

export function EventPicker({
  label,
  value,
  onChange,
  error,
}: {
  label: string
  value: readonly string[]
  onChange: (types: string[]) => void
  error?: unknown
}) {
  const { t } = useLingui()
  const chosen = new Set(value)
  // Keeps the order of the contract, regardless of the order of the clicks.
  const set = (types: readonly string[], isOn: boolean) =>
    onChange(eventTypes.filter((type) => (types.includes(type) ? isOn : chosen.has(type))))
  const count = chosen.size
  return (
    <Input.Wrapper label={label} withAsterisk error={error as string} labelElement="div">
      <Group gap={8} my={6}>
        <Button size="compact-sm" onClick={() => set(eventTypes, true)}>{t`All`}</Button>
        <Button size="compact-sm" onClick={() => set(eventTypes, false)}>{t`None`}</Button>
        <span className="quiet">{plural(count, { one: '# chosen', other: '# chosen' })}</span>
      </Group>
      <div className={styles['families']}>
        {eventFamilies.map(({ name, types }) => {
          const on = types.filter((type) => chosen.has(type)).length
          return (
            <fieldset key={name}>
              <legend className="visually-hidden">{familyName(name)}</legend>
              <Checkbox
                size="xs"
                label={<b>{familyName(name)}</b>}
                checked={on === types.length}
                indeterminate={on > 0 && on < types.length}
                onChange={() => set(types, on < types.length)}
              />
              <div className={styles['types']}>
                {types.map((type) => (
                  <Checkbox
                    key={type}
                    size="xs"
                    label={<span className="mono">{type}</span>}
                    checked={chosen.has(type)}
                    onChange={() => set([type], !chosen.has(type))}
                  />
                ))}
              </div>
            </fieldset>
          )
        })}
      </div>
    </Input.Wrapper>
  )
}
