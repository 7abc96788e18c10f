// What people have chosen for headings that the service does not know, kept in this browser: whoever imports the same export
// every day answers once.
import { type Arrangement, arrangementOf, columnNamed, type SheetColumn } from './columns.ts'

const storageKey = 'anden.sheet-headings'
const maxRemembered = 200

type Chosen = Record<string, string | null>

function chosenBefore(): Chosen {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

export function rememberHeadings(headings: readonly string[], arrangement: Arrangement): void {
  const entries = headings.map((heading, index) => [heading.trim(), arrangement[index] ?? null] as const)
  const all = [...Object.entries(chosenBefore()), ...entries.filter(([heading]) => heading !== '')]
  localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(all.slice(-maxRemembered))))
}

/** null: a heading is unknown, or a required column is missing. A column without a heading is not used. */
export function knownArrangement(
  headings: readonly string[],
  columns: readonly SheetColumn[],
  required = columns.filter(({ isRequired }) => isRequired),
): Arrangement | null {
  const chosen = chosenBefore()
  const isColumn = (id: string | null | undefined) => columns.some((column) => column.id === id)
  const renamed = headings.map((heading) => {
    const id = chosen[heading.trim()]
    return id !== undefined && id !== null && isColumn(id) ? id : heading
  })
  const isKnown = (heading: string) =>
    heading.trim() === '' || columnNamed(heading, columns) !== undefined || chosen[heading.trim()] === null
  const arrangement = arrangementOf(
    renamed.map((heading, index) => (chosen[headings[index]?.trim() ?? ''] === null ? '' : heading)),
    columns,
  )
  const hasAll = required.every(({ id }) => arrangement.includes(id))
  return hasAll && renamed.every(isKnown) ? arrangement : null
}
