import { NewProduct, Product, ProductChange, ProductFilters } from '@anden/contract'
import type { Db } from '../db/pool.ts'
import type { Router } from '../http/router.ts'
import type { StaffPrincipal } from '../identity/authenticate.ts'
import { requireClient } from '../identity/require-client.ts'
import { addProduct, changeProduct } from './products.ts'
import { productsBySku } from './queries.ts'

export function catalogBackoffice(backoffice: Router<StaffPrincipal>, db: Db) {
  backoffice.list(
    '/clients/:id/products',
    {
      summary: 'Products of a client, by SKU',
      scope: 'staff:read',
      filters: ProductFilters,
      item: Product,
      sortKey: ({ sku, id }: Product) => [sku, id],
      before: ({ params }) => requireClient(db, params.id),
      problems: ['clients/not-found'],
    },
    ({ params, query, after, fetch }) => productsBySku(params.id, query, after, fetch),
  )

  backoffice.post(
    '/clients/:id/products',
    {
      summary: 'Add a product',
      scope: 'staff:stock',
      body: NewProduct,
      reply: Product,
      problems: ['clients/not-found', 'products/duplicate-sku'],
    },
    ({ tx, by, params, body }) => addProduct(tx, by, params.id, body),
  )

  backoffice.patch(
    '/products/:id',
    {
      summary: 'Rename a product or change its SKU',
      scope: 'staff:stock',
      body: ProductChange,
      reply: Product,
      problems: ['products/not-found', 'products/duplicate-sku'],
    },
    ({ tx, by, params, body }) => changeProduct(tx, by, params.id, body),
  )
}
