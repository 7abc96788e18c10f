// A view in the form that the page uses: filters by name, as in the URL, and columns by id.
import type { SavedView } from '@anden/sdk'
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import type { Search } from '../../../ui/url-filters.ts'

export type ListView = { name: string; search: Search; columns?: string }

export function listViewOf({ name, search, columns }: SavedView): ListView {
  return { name, search: defaultParseSearch(search), ...(columns ? { columns: columns.join(',') } : {}) }
}

/** The part of the current URL that is saved as a view. The row open beside the list is left out. */
export function savedPartOf({ columns, open: _open, ...search }: Search) {
  return {
    search: defaultStringifySearch(search).replace(/^\?/, ''),
    columns: typeof columns === 'string' ? columns.split(',') : null,
  }
}

export const searchOf = ({ search, columns }: ListView): Search => ({
  ...search,
  ...(columns ? { columns } : {}),
})

export function isShown(view: ListView, search: Search): boolean {
  const { open: _open, ...shown } = search
  return sorted(searchOf(view)) === sorted(shown)
}

const sorted = (search: Search) =>
  JSON.stringify(
    Object.entries(search)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)])
      .sort(),
  )
