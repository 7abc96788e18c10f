import { type PortalScope, SearchQuery, SearchResults } from '@anden/contract'
import type { PortalPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import {
  foundDestinatarios,
  foundLots,
  foundNotices,
  foundOrders,
  foundProducts,
  foundRemitos,
  foundReturns,
  groups,
} from './queries.ts'
import { soughtBy } from './terms.ts'

export function searchPortal(portal: Router<PortalPrincipal>) {
  portal.row(
    '/search',
    {
      summary: 'Find orders, products, lots, remitos, inbound notices, returns and recipients',
      description:
        'At most 5 of each, the best match first: by number, reference, SKU or name, or by the beginning of one of its words. Needs no scope of its own: each group is null without the scope of what it shows.',
      scope: null,
      query: SearchQuery,
      reply: SearchResults,
    },
    ({ client: { id }, principal, query }) => {
      const sought = soughtBy(query.q)
      const allowed = (scope: PortalScope) => principal.scopes.includes(scope)
      return groups<SearchResults>({
        orders: allowed('read:orders') ? foundOrders(id, sought) : null,
        products: allowed('read:stock') ? foundProducts(id, sought) : null,
        lots: allowed('read:stock') ? foundLots(id, sought) : null,
        remitos: allowed('read:remitos') ? foundRemitos(id, sought) : null,
        inbound: allowed('read:inbound') ? foundNotices(id, sought) : null,
        returns: allowed('read:remitos') ? foundReturns(id, sought) : null,
        destinatarios: allowed('read:destinatarios') ? foundDestinatarios(id, sought) : null,
      })
    },
  )
}
