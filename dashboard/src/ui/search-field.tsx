// A field that searches while the user types, and chooses one of the results. Enter chooses the first one, even before
// the response has arrived, because a bar-code reader types faster than the service responds. It is written here
// because Mantine's Combobox is far larger than a list under a field (docs/decisions/0014-dashboard.md). Text typed
// without choosing stays in the field, and blocks its form from being sent.
import { useLingui } from '@lingui/react/macro'
import { CloseButton, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue, useMergedRef } from '@mantine/hooks'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './search-field.module.css'

const typingMs = 150

type SearchFieldProps<Found> = Omit<TextInputProps, 'value' | 'onChange' | 'ref'> & {
  inputRef?: Ref<HTMLInputElement>
  // biome-ignore lint/suspicious/noExplicitAny: the exact types of the data and the key do not matter here
  find: (text: string) => UseQueryOptions<any, Error, Found[], any>
  show: (found: Found) => ReactNode
  choose: (id: string, found: Found) => void
  /** The name of the chosen result. A field that only adds to a list has none. */
  chosen?: string
  /** Called when the field is emptied. */
  clear?: () => void
  nothingFound: string
}

export function SearchField<Found extends { id: string }>(props: SearchFieldProps<Found>) {
  const { inputRef, find, show, choose, chosen = '', clear, nothingFound, error, ...input } = props
  const { t } = useLingui()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const ref = useMergedRef(field, inputRef)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  // null while nothing is being typed.
  const [text, setText] = useState<string | null>(null)
  const typed = (text ?? '').trim()
  const [sought] = useDebouncedValue(typed, typingMs)
  const found = useQuery(find(sought))
  const options = found.data ?? []
  const isEntered = useRef(false)
  const [isRefused, setRefused] = useState(false)
  const notChosen = t`Choose one from the list, or empty this field`
  useEffect(() => field.current?.setCustomValidity(typed === '' ? '' : notChosen), [typed, notChosen])
  const place = usePlaceBelow(field, isOpen)

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const take = (chosen: Found) => {
    isEntered.current = false
    setText(null)
    setRefused(false)
    close()
    choose(chosen.id, chosen)
  }
  const takeNothing = () => {
    setText(null)
    setRefused(false)
    clear?.()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when an answer arrives
  useEffect(() => {
    if (sought !== typed || typed === '' || !found.isSuccess) return
    const [first] = options
    if (isEntered.current && first) take(first)
    else setActive(options.length > 0 ? 0 : -1)
    isEntered.current = false
  }, [found.data, sought])

  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') enter(event)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setOpen(true)
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (options.length > 0)
        setActive((now) =>
          now < 0 && step < 0 ? options.length - 1 : (now + step + options.length) % options.length,
        )
    } else if (event.key === 'Escape' && isOpen) {
      event.stopPropagation()
      close()
    }
  }
  const enter = (event: KeyboardEvent) => {
    // Enter never submits the form around the field.
    event.preventDefault()
    const isAnswered = sought === typed && found.isSuccess
    const chosenOption = isOpen && (typed === '' || isAnswered) ? options[active] : undefined
    if (chosenOption) take(chosenOption)
    if (typed === '' || isAnswered) return
    event.stopPropagation()
    isEntered.current = true
  }
  const isListed = isOpen && options.length > 0
  return (
    <>
      <TextInput
        {...input}
        ref={ref}
        role="combobox"
        autoComplete="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isListed}
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={isListed && active >= 0 ? `${listId}-${active}` : undefined}
        value={text ?? chosen}
        error={isRefused ? notChosen : error}
        onInvalid={() => setRefused(true)}
        rightSection={
          clear && chosen ? <CloseButton size="sm" aria-label={t`Clear`} onClick={takeNothing} /> : null
        }
        onKeyDownCapture={onKey}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setRefused(false)
          setOpen(true)
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => setOpen(true)}
        onBlur={({ currentTarget }) => {
          // Outside a form the field is a filter, and shows the value that applies.
          if (typed === '' || !currentTarget.form) setText(null)
          close()
        }}
      />
      {isOpen ? (
        <div className={styles['below']} style={place}>
          {isListed ? (
            <div role="listbox" id={listId} aria-label={String(input.label ?? input['aria-label'] ?? '')}>
              {options.map((option, index) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and its keys choose
                // biome-ignore lint/a11y/useFocusableInteractive: the field names the active option
                <div
                  key={option.id}
                  id={`${listId}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className={styles['option']}
                  // Keeps the focus in the field, so that the list stays open.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={() => take(option)}
                >
                  {show(option)}
                </div>
              ))}
            </div>
          ) : (
            <div className={styles['nothing']} role="status">
              {found.isPending && found.fetchStatus !== 'idle' ? t`Searching…` : nothingFound}
            </div>
          )}
        </div>
      ) : null}
    </>
  )
}

const gapPx = 4
const maxHeightPx = 320

/**
 * Positions a list under a field while it is open, or above it if there is more room, on top of anything that would
 * clip it.
 */
function usePlaceBelow(field: RefObject<HTMLElement | null>, isOpen: boolean): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({ visibility: 'hidden' })
  useLayoutEffect(() => {
    if (!isOpen) return
    const follow = () => {
      if (!field.current) return
      const { left, top, bottom, width } = field.current.getBoundingClientRect()
      const isAbove = window.innerHeight - bottom < maxHeightPx && top > window.innerHeight - bottom
      setPlace({
        left,
        minWidth: width,
        ...(isAbove ? { bottom: window.innerHeight - top + gapPx } : { top: bottom + gapPx }),
      })
    }
    follow()
    window.addEventListener('scroll', follow, { capture: true, passive: true })
    window.addEventListener('resize', follow)
    return () => {
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', follow)
    }
  }, [field, isOpen])
  return place
}
