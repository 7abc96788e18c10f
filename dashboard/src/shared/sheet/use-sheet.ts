// The rows of a sheet while people work on it. Every change can be undone; what was typed survives a reload.
import { useEffect, useMemo, useRef, useState } from 'react'
import { forgetDraft, keepDraft, readDraft, useUndo } from '../../ui/form/drafts.ts'
import { type Cells, isBlank } from './columns.ts'

/** `key` names the row as long as it exists, wherever it stands. */
export type SheetRow = { key: number; cells: Cells }

/** A change of one cell. A row that does not exist yet is added, with the ones before it. */
export type CellChange = { row: number; column: string; text: string }

export type Sheet = ReturnType<typeof useSheet>

type Rows = readonly SheetRow[]
type Values = { rows: Rows }

const maxUndone = 200
const keptAfterMs = 300

export function useSheet(draft: string) {
  const [rows, setRows] = useState<Rows>(() => rowsIn(readDraft(draft)))
  const latest = useRef(rows)
  const past = useRef<{ rows: Rows; typing: string | null }[]>([])
  const future = useRef<Rows[]>([])
  const show = (next: Rows) => {
    latest.current = next
    setRows(next)
  }
  useKeptDraft(draft, latest, rows)

  /** Successive changes with the same `typing` are undone together. */
  const change = (next: Rows, typing: string | null = null) => {
    if (next === latest.current) return
    future.current = []
    if (typing === null || past.current.at(-1)?.typing !== typing) {
      past.current = [...past.current.slice(1 - maxUndone), { rows: latest.current, typing }]
    }
    show(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: `change` reads only refs
  const form = useMemo(() => {
    const setValues = (values: Partial<Values>) => change(values.rows ?? [])
    return {
      getValues: (): Values => ({ rows: latest.current }),
      getInitialValues: (): Values => ({ rows: [] }),
      setValues: setValues as never,
      removeListItem: ((_: string, index: number) =>
        setValues({ rows: latest.current.toSpliced(index, 1) })) as never,
    }
  }, [])
  const undoable = useUndo<Values>(draft, form)

  return {
    rows,
    setCells: (changes: readonly CellChange[], typing?: string) =>
      change(withCells(latest.current, changes), typing ?? null),
    addRow: (at: number) => change(latest.current.toSpliced(at, 0, newRow({}))),
    removeRow: (at: number, text: string) => undoable.removeLine('rows', at, text),
    /** Replaces all rows, and offers to bring the previous ones back. Returns the new ones. */
    replaceWith: (cells: readonly Cells[], text: string): Rows => {
      const next = { rows: cells.map(newRow) }
      if (latest.current.every((row) => isBlank(row.cells))) change(next.rows)
      else undoable.replaceWith(next, text)
      return next.rows
    },
    clear: (text: string) => undoable.replaceWith({ rows: [] }, text),
    /** Takes out the rows that are done. What was typed meanwhile into other rows stays. */
    takeOut: (done: ReadonlySet<number>) => {
      past.current = []
      future.current = []
      show(latest.current.filter(({ key, cells }) => !done.has(key) && !isBlank(cells)))
    },
    undo: () => {
      const before = past.current.pop()
      if (!before) return
      future.current.push(latest.current)
      show(before.rows)
    },
    redo: () => {
      const after = future.current.pop()
      if (!after) return
      past.current.push({ rows: latest.current, typing: null })
      show(after)
    },
  }
}

let made = 0
const newRow = (cells: Cells): SheetRow => ({ key: ++made, cells })

/** A draft of another version may contain anything. */
function rowsIn(draft: unknown): Rows {
  const { rows } = (draft ?? {}) as { rows?: unknown }
  if (!Array.isArray(rows)) return []
  return rows.map((row) => newRow(Object.fromEntries(Object.entries(row?.cells ?? {}).filter(isText))))
}

const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string'

function withCells(rows: Rows, changes: readonly CellChange[]): Rows {
  const next = [...rows]
  let isChanged = false
  for (const { row, column, text } of changes) {
    const before = next[row]?.cells[column] ?? ''
    if (before === text) continue
    isChanged = true
    while (next.length <= row) next.push(newRow({}))
    const { [column]: _, ...others } = next[row]?.cells ?? {}
    next[row] = {
      key: next[row]?.key ?? ++made,
      cells: text === '' ? others : { ...others, [column]: text },
    }
  }
  return isChanged ? next : rows
}

/** Stored once nothing has been typed for a moment, and when the page is left. */
function useKeptDraft(draft: string, latest: { readonly current: Rows }, rows: Rows): void {
  const isUnkept = useRef(false)
  const keep = useRef(() => {})
  keep.current = () => {
    if (!isUnkept.current) return
    isUnkept.current = false
    try {
      if (latest.current.every(({ cells }) => isBlank(cells))) forgetDraft(draft)
      else keepDraft(draft, { rows: latest.current })
    } catch {
      // The browser has no room for it: the sheet stays on the page.
    }
  }
  const first = useRef(rows)
  useEffect(() => {
    if (first.current === rows) return
    isUnkept.current = true
    const timer = setTimeout(() => keep.current(), keptAfterMs)
    return () => clearTimeout(timer)
  }, [rows])
  useEffect(() => {
    const leave = () => keep.current()
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [])
}
