// Saving, changing and deleting views. A view belongs to the person who saved it. Administrators can also change a shared
// view; readers cannot share any.
import { maxViewsPerUser, type NewSavedView, type SavedView, type SavedViewChange } from '@anden/contract'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../audit/record.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { problem, throwProblem } from '../problem.ts'
import {
  deleteView,
  insertView,
  lockOwner,
  lockView,
  updateView,
  type Viewer,
  type ViewRow,
  viewCounts,
} from './queries.ts'

export async function saveView(
  tx: Transaction,
  by: Author,
  viewer: Viewer,
  given: NewSavedView,
): Promise<SavedView> {
  const { columns = null, shared = false } = given
  if (shared && !viewer.mayShare) throw problem('auth/administrator-required')
  await tx.run(lockOwner(viewer.userId))
  const { name, page } = given
  const found = await tx.one(viewCounts({ userId: viewer.userId, page, name, exceptId: null }))
  if (found.named > 0) throw problem('views/duplicate-name')
  if (found.views >= maxViewsPerUser) throw problem('views/limit-reached')
  const view = await tx.one(insertView(viewer, { ...given, id: uuidv7(), columns, shared }))
  const after = shownTo(viewer, view)
  recordAudit(tx, by, { clientId: viewer.clientId, action: 'views.create', subjectId: view.id, after })
  return after
}

export async function changeView(
  tx: Transaction,
  by: Author,
  viewer: Viewer,
  id: string,
  change: SavedViewChange,
): Promise<SavedView> {
  const before = await lockChangeable(tx, viewer, id)
  if (Object.keys(change).length === 0) return shownTo(viewer, before)
  const wanted = { ...before, ...change }
  if (wanted.shared && !before.shared && !viewer.mayShare) throw problem('auth/administrator-required')
  const { user_id: userId, page } = before
  await tx.run(lockOwner(userId))
  const { named } = await tx.one(viewCounts({ userId, page, name: wanted.name, exceptId: id }))
  if (named > 0) throw problem('views/duplicate-name')
  const after = shownTo(viewer, await tx.one(updateView(wanted)))
  recordAudit(tx, by, {
    clientId: viewer.clientId,
    action: 'views.update',
    subjectId: id,
    before: shownTo(viewer, before),
    after,
  })
  return after
}

export async function removeView(tx: Transaction, by: Author, viewer: Viewer, id: string): Promise<void> {
  const before = shownTo(viewer, await lockChangeable(tx, viewer, id))
  await tx.run(deleteView(id))
  recordAudit(tx, by, { clientId: viewer.clientId, action: 'views.delete', subjectId: id, before })
}

async function lockChangeable(tx: Transaction, viewer: Viewer, id: string): Promise<ViewRow> {
  const view = (await tx.maybeOne(lockView(viewer, id))) ?? throwProblem('views/not-found')
  if (view.user_id !== viewer.userId && !viewer.isAdministrator) throw problem('auth/administrator-required')
  return view
}

const shownTo = ({ userId }: Viewer, { user_id, ...view }: ViewRow): SavedView => ({
  ...view,
  is_own: user_id === userId,
})
