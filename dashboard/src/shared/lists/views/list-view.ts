// A view in the form that the page uses: filters by name, as in the URL, and columns by id.
import type { NewSavedView, SavedView, SavedViewChange } from '@anden/sdk'
import { msg } from '@lingui/core/macro'
import { defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import { addProblemTexts } from '../../../ui/problem-texts.ts'
import type { Search } from '../../../ui/url-filters.ts'
import { one, portal } from '../../api.ts'

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

// Saved views: a named set of filters and columns for a list, private or shared with colleagues.

/** Users of a client have views of the portal's lists, staff those of the warehouse's. */
const viewsOf = async (isStaff: boolean) =>
  isStaff ? (await import('../../backoffice.ts')).backoffice.views : portal.views

export const savedViews = (page: string, isStaff: boolean) =>
  one(['views', page], async (options): Promise<SavedView[]> => {
    const { data } = await (await viewsOf(isStaff)).list({ page }, options)
    return data
  })

export const createView = async (isStaff: boolean, view: NewSavedView) =>
  await (await viewsOf(isStaff)).create(view)

export const changeView = async (isStaff: boolean, id: string, change: SavedViewChange) =>
  await (await viewsOf(isStaff)).update(id, change)

export const deleteView = async (isStaff: boolean, id: string) => await (await viewsOf(isStaff)).delete(id)

addProblemTexts({
  'views/not-found': [msg`This view no longer exists`, msg`Someone may have deleted it meanwhile.`],
  'views/duplicate-name': [msg`You already have a view with this name`, msg`Choose another name.`],
  'views/limit-reached': [msg`You have 100 views`, msg`Delete one that you no longer need.`],
})
