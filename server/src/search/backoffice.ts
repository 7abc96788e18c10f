import { ClientNameQuery, ClientNames, SearchQuery, StaffSearchResults } from '@anden/contract'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import {
  foundClients,
  foundDestinatarios,
  foundLots,
  foundNoticesOfAll,
  foundOrdersOfAll,
  foundProducts,
  foundRemitos,
  foundReturns,
  foundTrips,
  groups,
  namesOfClients,
  namesOfNewestClients,
} from './queries.ts'
import { soughtBy } from './terms.ts'

export function searchBackoffice(backoffice: Router<StaffPrincipal>) {
  backoffice.row(
    '/search',
    {
      summary:
        'Find orders, products, lots, remitos, inbound notices, returns, recipients, trips and clients',
      description:
        'At most 5 of each, of all clients, the best match first: by number, reference, SKU or name, or by the beginning of one of its words.',
      scope: 'staff:read',
      query: SearchQuery,
      reply: StaffSearchResults,
    },
    ({ query }) => {
      const sought = soughtBy(query.q)
      return groups<StaffSearchResults>({
        orders: foundOrdersOfAll(sought),
        products: foundProducts(null, sought),
        lots: foundLots(null, sought),
        remitos: foundRemitos(null, sought),
        inbound: foundNoticesOfAll(sought),
        returns: foundReturns(null, sought),
        destinatarios: foundDestinatarios(null, sought),
        trips: foundTrips(sought),
        clients: foundClients(sought),
      })
    },
  )
  backoffice.row(
    '/clients/names',
    {
      summary: 'Names of clients, to choose one',
      description: 'At most 5 whose name matches `q`, the best match first; without `q` the 20 newest.',
      scope: 'staff:read',
      orScope: 'staff:receive',
      query: ClientNameQuery,
      reply: ClientNames,
    },
    ({ query: { q } }) =>
      groups<ClientNames>({
        clients: q === undefined ? namesOfNewestClients() : namesOfClients(soughtBy(q)),
      }),
  )
}
