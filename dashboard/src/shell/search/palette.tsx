// Search and commands, opened over any page with ⌘K, Ctrl-K or the button in the top bar.

import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { CloseButton } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useSession } from '../../shared/session.ts'
import { Modal } from '../../ui/modal.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useCommands } from './commands.ts'
import { matches, type PaletteEntry, type PaletteSection } from './entries.ts'
import { useFound } from './find.ts'
import styles from './palette.module.css'
import { PaletteList } from './palette-list.tsx'
import { recentEntries, remember } from './recent.ts'

const typingMs = 120
const maxLength = 80

export function Palette({ close }: { close: () => void }) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const typed = text.trim()
  const { sections, error, isSearching } = useSections(typed)
  const entries = sections.flatMap((section) => section.entries)
  const choose = useChoose(close)
  const list = useId()
  const { active, move, moveTo } = useActive(list, entries.length, typed)

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 5, PageUp: -5 }
    const step = steps[event.key]
    const chosen = entries[active]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter' && chosen) choose(chosen)
    else return
    event.preventDefault()
  }
  return (
    <Modal
      opened
      onClose={close}
      withCloseButton={false}
      centered={false}
      padding={0}
      size={600}
      yOffset="8vh"
      attributes={{ content: { 'aria-label': t`Search and commands` } }}
    >
      <div className={styles['field']}>
        <Search size={18} aria-hidden="true" />
        <input
          role="combobox"
          aria-label={t`Search and commands`}
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={entries[active] ? `${list}-${active}` : undefined}
          placeholder={t`Order, SKU, lot, remito, recipient, or a command`}
          autoComplete="off"
          spellCheck={false}
          maxLength={maxLength}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          onKeyDown={onKeyDown}
          data-autofocus
        />
        <CloseButton aria-label={t`Close`} onClick={close} />
      </div>
      <PaletteList id={list} sections={sections} active={active} hover={moveTo} choose={choose} />
      <p role="status" className={entries.length === 0 && !isSearching ? styles['none'] : 'visually-hidden'}>
        {entries.length > 0 || isSearching
          ? plural(entries.length, { one: '# result', other: '# results' })
          : t`Nothing found for “${typed}”`}
      </p>
      {error ? (
        <div className={styles['problem']}>
          <ProblemNote error={error} />
        </div>
      ) : null}
    </Modal>
  )
}

/** Without text: recently opened objects and all commands. With text: search results and matching commands. */
function useSections(typed: string) {
  const { t } = useLingui()
  const { user } = useSession()
  const [asked] = useDebouncedValue(typed, typingMs)
  const found = useFound(typed === '' ? '' : asked)
  const [recent] = useState(() => recentEntries(user.id))
  const commands = useCommands().map(({ label, entries }) => ({
    label,
    entries: entries.filter((entry) => matches(entry.label, typed)),
  }))
  const first: PaletteSection[] = typed === '' ? [{ label: t`Opened last`, entries: recent }] : found.sections
  return {
    // Someone who types the name of a page wants to go there.
    sections: [...first, ...(typed === '' ? commands : commands.toReversed())].filter(
      ({ entries }) => entries.length > 0,
    ),
    error: found.error,
    isSearching: found.isSearching || asked !== typed,
  }
}

function useChoose(close: () => void) {
  const navigate = useNavigate()
  const { user } = useSession()
  return (entry: PaletteEntry) => {
    close()
    remember(user.id, entry)
    if ('to' in entry) void navigate({ to: entry.to })
    else void entry.run()
  }
}

/** The index of the line that Enter chooses. It returns to the first line whenever the text changes. */
function useActive(list: string, count: number, typed: string) {
  const [at, setAt] = useState({ index: 0, typed })
  const frame = useRef(0)
  const active = at.typed === typed ? Math.min(at.index, Math.max(0, count - 1)) : 0
  const moveTo = (index: number) => setAt({ index, typed })
  const move = (step: number) => {
    if (count === 0) return
    const isSingle = Math.abs(step) === 1
    const next = isSingle ? (active + step + count) % count : Math.max(0, Math.min(count - 1, active + step))
    moveTo(next)
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() =>
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' }),
    )
  }
  return { active, move, moveTo }
}
