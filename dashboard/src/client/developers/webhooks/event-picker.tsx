// Types of events by family: those that an endpoint subscribes to, or some of the types that there are.
import { type EventType, eventTypes, eventTypesOf, typesByFamily } from '@anden/contract/values'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Checkbox, Group, Input } from '@mantine/core'
import { familyName } from '../event-types.ts'
import { hasFamily, withFamily, withType } from './event-choice.ts'
import styles from './event-picker.module.css'

type Props = {
  label: string
  value: readonly string[]
  onChange: (value: string[]) => void
  error?: unknown
}

/** `value` has names and patterns: a family or everything, once chosen, includes the types that are added later. */
export function SubscriptionPicker({ value, onChange, ...props }: Props) {
  const { t } = useLingui()
  const isAll = value.includes('*')
  return (
    <Picker
      {...props}
      chosen={eventTypesOf(value)}
      note={isAll ? t`and those to come` : null}
      noteOf={(family) => (!isAll && hasFamily(value, family) ? t`and those to come` : null)}
      setAll={(isOn) => onChange(isOn ? ['*'] : [])}
      setFamily={(family, isOn) => onChange(withFamily(value, family, isOn))}
      setType={(type, isOn) => onChange(withType(value, type, isOn))}
    />
  )
}

/** `value` has names only, of the types in `among`. */
export function EventPicker({
  value,
  onChange,
  among = eventTypes,
  ...props
}: Props & { among?: readonly EventType[] }) {
  // Keeps the order of the contract, regardless of the order of the clicks.
  const set = (types: readonly string[], isOn: boolean) =>
    onChange(among.filter((type) => (types.includes(type) ? isOn : value.includes(type))))
  return (
    <Picker
      {...props}
      among={among}
      chosen={value}
      setAll={(isOn) => set(among, isOn)}
      setFamily={(family, isOn) =>
        set(
          among.filter((type) => type.startsWith(`${family}.`)),
          isOn,
        )
      }
      setType={(type, isOn) => set([type], isOn)}
    />
  )
}

type PickerProps = {
  label: string
  error?: unknown
  among?: readonly EventType[]
  chosen: readonly string[]
  note?: string | null
  noteOf?: (family: string) => string | null
  setAll: (isOn: boolean) => void
  setFamily: (family: string, isOn: boolean) => void
  setType: (type: EventType, isOn: boolean) => void
}

function Picker({
  label,
  error,
  among = eventTypes,
  chosen,
  note = null,
  noteOf,
  setAll,
  setFamily,
  setType,
}: PickerProps) {
  const { t } = useLingui()
  const count = chosen.length
  return (
    <Input.Wrapper label={label} withAsterisk error={error as string} labelElement="div">
      <Group gap={8} my={6}>
        <Button size="compact-sm" onClick={() => setAll(true)}>{t`All`}</Button>
        <Button size="compact-sm" onClick={() => setAll(false)}>{t`None`}</Button>
        <span className="quiet">
          {[plural(count, { one: '# chosen', other: '# chosen' }), note].filter(Boolean).join(', ')}
        </span>
      </Group>
      <div className={styles['families']}>
        {typesByFamily.map(({ name, types: all }) => {
          const types = all.filter((type) => among.includes(type))
          if (types.length === 0) return null
          const on = types.filter((type) => chosen.includes(type)).length
          return (
            <fieldset key={name}>
              <legend className="visually-hidden">{familyName(name)}</legend>
              <Checkbox
                size="xs"
                label={<b>{familyName(name)}</b>}
                description={noteOf?.(name)}
                checked={on === types.length}
                indeterminate={on > 0 && on < types.length}
                onChange={() => setFamily(name, on < types.length)}
              />
              <div className={styles['types']}>
                {types.map((type) => (
                  <Checkbox
                    key={type}
                    size="xs"
                    label={<span className="mono">{type}</span>}
                    checked={chosen.includes(type)}
                    onChange={() => setType(type, !chosen.includes(type))}
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
