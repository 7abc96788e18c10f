// Saved views of the dashboard's lists: a named set of filters, order and columns, private or shared with colleagues.

import { Id, Line, Named, Nullable, Timestamp } from './primitives.ts'
import { type Static, Type } from './type.ts'

export const maxViewsPerUser = 100

const page = Type.String({
  maxLength: 100,
  pattern: '^/[a-z0-9/-]*$',
  description: 'The path of the list in the dashboard',
  examples: ['/orders'],
})
const name = Line(80, { description: 'Unique among your own views of the page', examples: ['Para Córdoba'] })
const search = Type.String({
  maxLength: 2000,
  description: 'Filters and order, as the address of the page has them after the `?`',
  examples: ['status=pending&destinatario_id=0199b1c2-6f3a-7c41-9d2e-5b8a4f0e7d10'],
})
const columns = Nullable(
  Type.Array(Type.String({ minLength: 1, maxLength: 60 }), { maxItems: 60, uniqueItems: true }),
  {
    description: 'The columns that are shown, in their order; null: those of the page',
    examples: [['order_number', 'status']],
  },
)
const shared = Type.Boolean({
  description:
    "Whether everybody of the account sees it, or for the staff, everybody of the warehouse's staff",
  examples: [false],
})

export const SavedView = Named('SavedView', {
  id: Id,
  page: Type.String({ examples: ['/orders'] }),
  name: Type.String({ examples: ['Para Córdoba'] }),
  search: Type.String({ examples: ['status=pending'] }),
  columns,
  shared,
  is_own: Type.Boolean({ description: 'Whether you have created it', examples: [true] }),
  owner_name: Type.String({ examples: ['Ana Pérez'] }),
  created_at: Timestamp,
  updated_at: Timestamp,
})
export type SavedView = Static<typeof SavedView>

export const SavedViews = Named('SavedViews', { data: Type.Array(SavedView) })

export const ViewFilters = { page: Type.Optional(page) }

export const NewSavedView = Named('NewSavedView', {
  page,
  name,
  search,
  columns: Type.Optional(columns),
  shared: Type.Optional(Type.Boolean({ ...shared, default: false })),
})
export type NewSavedView = Static<typeof NewSavedView>

export const SavedViewChange = Named('SavedViewChange', {
  name: Type.Optional(name),
  search: Type.Optional(search),
  columns: Type.Optional(columns),
  shared: Type.Optional(shared),
})
export type SavedViewChange = Static<typeof SavedViewChange>
