// Saved views: a named set of filters and columns for a list, private or shared with colleagues.
import type { NewSavedView, SavedView, SavedViewChange } from '@anden/sdk'
import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../../../ui/problem-texts.ts'
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

addProblemTexts({
  'views/not-found': [msg`This view no longer exists`, msg`Someone may have deleted it meanwhile.`],
  'views/duplicate-name': [msg`You already have a view with this name`, msg`Choose another name.`],
  'views/limit-reached': [msg`You have 100 views`, msg`Delete one that you no longer need.`],
})
