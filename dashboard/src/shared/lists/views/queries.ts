// Saved views: a named set of filters and columns for a list, private or shared with colleagues.
import type { NewSavedView, SavedView, SavedViewChange } from '@anden/sdk'
import { one, portal } from '../../api.ts'

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
