import {
  NewReturn,
  Returnable,
  ReturnChange,
  StaffReturn,
  StaffReturnDetail,
  StaffReturnFilters,
} from '@anden/contract'
import { requireScope } from '../http/admission/admit.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import { byTime, type Router } from '../http/routing/router.ts'
import { makeReturn } from './expect.ts'
import { allReturnsNewestFirst, returnableOfOrder, staffReturnDetail } from './queries.ts'
import { actOnReturn } from './receive.ts'
import { staffReturnLinesSheet, staffReturnsSheet } from './sheets.ts'

export function returnsBackoffice(backoffice: Router<StaffPrincipal>, today: () => string) {
  const scopes = { scope: 'staff:read', orScope: 'staff:receive' } as const

  backoffice.list(
    '/returns',
    {
      summary: 'Returns of every client, newest first',
      ...scopes,
      filters: StaffReturnFilters,
      item: StaffReturn,
      sortKey: byTime,
      sheet: staffReturnsSheet,
      lines: staffReturnLinesSheet,
    },
    ({ query, page }) => allReturnsNewestFirst(query, page),
  )

  backoffice.row(
    '/returns/:id',
    {
      summary: 'One return with its lines, and what was done with the goods that came',
      ...scopes,
      reply: StaffReturnDetail,
      missing: 'returns/not-found',
    },
    ({ params }) => staffReturnDetail(params.id),
  )

  backoffice.row(
    '/orders/:id/returnable',
    {
      summary: 'What can still come back of an order, by line of its egreso',
      ...scopes,
      reply: Returnable,
      missing: 'orders/not-found',
    },
    ({ params }) => returnableOfOrder(params.id),
  )

  backoffice.post(
    '/returns',
    {
      summary: 'Expect goods of a delivered order back',
      description:
        'By hand: for damaged and refused goods an acceptance makes the return by itself. Of each line of the egreso, all returns together can have what was shipped and is not missing.',
      scope: 'staff:stock',
      body: NewReturn,
      reply: StaffReturnDetail,
      location: ({ id }) => `/returns/${id}`,
      problems: ['orders/not-found', 'returns/order-not-delivered'],
    },
    ({ tx, by, body }) => makeReturn(tx, by, body),
  )

  backoffice.patch(
    '/returns/:id',
    {
      summary: 'Receive the goods of a return, or close it',
      description: `\`receive\` says what came of each line and what is done with it. A line can be divided: name it once per disposition. Less than expected can come; what is left out did not come, and can be in another return.

| Disposition | What is done |
| --- | --- |
| \`restock\` | back into the lot that it came from |
| \`hold\` | into a lot of the return, one per product, expiry date and vintage, with the number of the return, on hold |
| \`write_off\` | recorded; the stock does not change, because the goods had left it |

What enters does so by an ingreso (\`ingreso_id\`), which cannot be voided: a wrong receipt is corrected by an adjustment. \`close\` ends a return that does not come; it needs the scope \`staff:stock\`.`,
      scope: 'staff:receive',
      body: ReturnChange,
      reply: StaffReturnDetail,
      problems: ['returns/not-found', 'returns/invalid-transition'],
    },
    ({ tx, by, principal, params, body }) => {
      if (body.action === 'close') requireScope(principal, 'staff:stock')
      return actOnReturn(tx, by, params.id, body, today())
    },
  )
}
