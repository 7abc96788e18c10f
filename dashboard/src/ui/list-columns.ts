// A table announces its columns to the page around it, which lets the user choose among them. The choice is stored in
// the URL.
import { createContext, useContext, useEffect } from 'react'
import { useFilters } from './filters.tsx'

export type ColumnName = { id: string; label: string }

export const AnnounceColumns = createContext<(columns: readonly ColumnName[]) => void>(() => undefined)

export function useAnnouncedColumns(columns: readonly ColumnName[]): void {
  const announce = useContext(AnnounceColumns)
  const names = JSON.stringify(columns.map(({ id, label }) => ({ id, label })))
  useEffect(() => announce(JSON.parse(names)), [announce, names])
}

/** The columns named in the URL, regardless of the screen width; all columns if there are none. */
export function useShownColumns<Name extends ColumnName & { from?: 'sm' | 'md' | 'lg' }>(
  columns: readonly Name[],
): readonly Name[] {
  const { columns: chosen } = useFilters().search
  if (typeof chosen !== 'string') return columns
  const named = new Set(chosen.split(','))
  const shown = columns.filter(({ id }) => named.has(id)).map(({ from: _from, ...column }) => column as Name)
  return shown.length > 0 ? shown : columns
}
