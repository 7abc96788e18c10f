import type { SavedView } from '@anden/contract'
import { empty, sql } from '../db/sql.ts'

/** A person who sees and changes views. */
export type Viewer = {
  /** null: a member of the staff. */
  clientId: string | null
  userId: string
  mayShare: boolean
  isAdministrator: boolean
}

const maxShared = 500

const ofGroup = (clientId: string | null) =>
  clientId === null ? sql`view.client_id is null` : sql`view.client_id = ${clientId}`

const columns = sql`view.id, view.page, view.name, view.search, view.columns, view.shared, view.created_at,
  view.updated_at, view.user_id`

const iso = sql`'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'`

/** The viewer's own views and those that colleagues share, by name. */
export const viewsFor = ({ clientId, userId }: Viewer, page: string | undefined) => {
  const ofPage = page === undefined ? empty : sql`and view.page = ${page}`
  return sql<{ data: SavedView[] }>`
    select coalesce(json_agg(json_build_object('id', view.id, 'page', view.page, 'name', view.name,
        'search', view.search, 'columns', view.columns, 'shared', view.shared,
        'is_own', view.user_id = ${userId}, 'owner_name', users.name,
        'created_at', to_char(view.created_at at time zone 'utc', ${iso}), 'updated_at', to_char(view.updated_at at time zone 'utc', ${iso}))
      order by view.page, lower(view.name), view.id), '[]') as data
    from (
      (select ${columns} from saved_views view
        where view.user_id = ${userId} and ${ofGroup(clientId)} ${ofPage})
      union all
      (select ${columns} from saved_views view
        where ${ofGroup(clientId)} and view.shared and view.user_id <> ${userId} ${ofPage}
        order by view.page, view.id
        limit ${maxShared}::int)
    ) as view
    join users on users.id = view.user_id`
}

export type ViewRow = Omit<SavedView, 'is_own'> & { user_id: string }

const rowColumns = sql`${columns}, (select name from users where id = view.user_id) as owner_name`

/** Locks a view that the viewer can see. */
export const lockView = ({ clientId, userId }: Viewer, id: string) =>
  sql<ViewRow>`
    select ${rowColumns} from saved_views view
    where view.id = ${id} and ${ofGroup(clientId)} and (view.user_id = ${userId} or view.shared)
    for no key update`

/** Serialises adding and renaming views of this person, so that names stay unique and the limit is exact. */
export const lockOwner = (userId: string) => sql`select id from users where id = ${userId} for no key update`

type OwnedName = { userId: string; page: string; name: string; exceptId: string | null }

export const viewCounts = ({ userId, page, name, exceptId }: OwnedName) =>
  sql<{ views: number; named: number }>`
    select count(*)::int as views,
      count(*) filter (where page = ${page} and name = ${name} and id is distinct from ${exceptId}::uuid)::int as named
    from saved_views where user_id = ${userId}`

type NewViewRow = Pick<SavedView, 'id' | 'page' | 'name' | 'search' | 'columns' | 'shared'>

export const insertView = ({ clientId, userId }: Viewer, given: NewViewRow) =>
  sql<ViewRow>`
    insert into saved_views as view (id, client_id, user_id, page, name, search, columns, shared)
    values (${given.id}, ${clientId}, ${userId}, ${given.page}, ${given.name}, ${given.search},
      ${given.columns && [...given.columns]}::text[], ${given.shared})
    returning ${rowColumns}`

export const updateView = (given: NewViewRow) =>
  sql<ViewRow>`
    update saved_views as view
    set name = ${given.name}, search = ${given.search}, columns = ${given.columns && [...given.columns]}::text[],
      shared = ${given.shared}, updated_at = now()
    where view.id = ${given.id}
    returning ${rowColumns}`

export const deleteView = (id: string) => sql`delete from saved_views where id = ${id}`
