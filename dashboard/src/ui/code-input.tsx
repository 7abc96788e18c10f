import { TextInput, type TextInputProps } from '@mantine/core'
import styles from './code-input.module.css'

const digits = 6

/** The six digits of an authenticator. A single field, so that a code can be pasted or filled in by the browser. */
export function CodeInput({ onChange, ...props }: TextInputProps & { onChange?: (value: string) => void }) {
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={digits + 2}
      classNames={{ input: styles['input'] ?? '' }}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value.replaceAll(/\D/g, '').slice(0, digits))}
      {...props}
    />
  )
}

/** A `ref` for the field of a step that a button has opened. It is a stable function, so React calls it once. */
export const focusOnMount = (input: HTMLInputElement | null) => input?.focus()
