// A field that asks the service while one types, and takes one of what it finds. Enter takes the first one, also before
// the answer is there: a bar-code reader types faster than the service answers.
import { useLingui } from '@lingui/react/macro'
import { CloseButton, Combobox, TextInput, type TextInputProps, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import styles from './search-field.module.css'

const typingMs = 150

type SearchFieldProps<Found> = Omit<TextInputProps, 'value' | 'onChange' | 'ref'> & {
  inputRef?: Ref<HTMLInputElement>
  // biome-ignore lint/suspicious/noExplicitAny: the key's exact type does not matter here
  find: (text: string) => UseQueryOptions<Found[], Error, Found[], any>
  show: (found: Found) => ReactNode
  choose: (id: string) => void
  /** The name of what is chosen. A field that only adds to a list has none. */
  chosen?: string
  /** What to do instead of choosing nothing. */
  clear?: () => void
  nothingFound: string
}

export function SearchField<Found extends { id: string }>(props: SearchFieldProps<Found>) {
  const { inputRef, find, show, choose, chosen = '', clear, nothingFound, ...input } = props
  const { t } = useLingui()
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  // null: nothing is being typed.
  const [text, setText] = useState<string | null>(null)
  const typed = (text ?? '').trim()
  const [sought] = useDebouncedValue(typed, typingMs)
  const found = useQuery(find(sought))
  const options = found.data ?? []
  const isEntered = useRef(false)

  const take = (id: string) => {
    isEntered.current = false
    setText(null)
    combobox.closeDropdown()
    choose(id)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: when an answer arrives
  useEffect(() => {
    if (sought !== typed || typed === '' || !found.isSuccess) return
    const [first] = options
    if (isEntered.current && first) take(first.id)
    else combobox.selectFirstOption()
    isEntered.current = false
  }, [found.data, sought])

  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // It never sends the form around the field.
    event.preventDefault()
    if (typed === '' || (sought === typed && found.isSuccess)) return
    event.stopPropagation()
    isEntered.current = true
  }
  return (
    <Combobox store={combobox} onOptionSubmit={take} position="bottom-start">
      <Combobox.Target>
        <TextInput
          {...input}
          ref={inputRef}
          autoComplete="off"
          value={text ?? chosen}
          rightSection={
            clear && chosen ? <CloseButton size="sm" aria-label={t`Clear`} onClick={clear} /> : null
          }
          onKeyDownCapture={onEnter}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value)
            combobox.openDropdown()
          }}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            setText(null)
            combobox.closeDropdown()
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options className={styles['options']}>
          {options.map((option) => (
            <Combobox.Option key={option.id} value={option.id}>
              {show(option)}
            </Combobox.Option>
          ))}
          {options.length === 0 ? (
            <Combobox.Empty>{found.isPending ? t`Searching…` : nothingFound}</Combobox.Empty>
          ) : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
