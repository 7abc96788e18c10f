import { NewProduct, Product, ProductChange, ProductFilters } from '@anden/contract'
import type { Db } from '../db/database.ts'
import type { StaffPrincipal } from '../http/admission/principal.ts'
import type { Router } from '../http/routing/router.ts'
import { requireClient } from '../identity/clients.ts'
import { changeProduct, createProduct } from './products.ts'
import { productById, productsBySku } from './queries.ts'

export function catalogBackoffice(backoffice: Router<StaffPrincipal>, db: Db) {
  backoffice.list(
    '/clients/:id/products',
    {
      summary: 'Products of a client, by SKU',
      scope: 'staff:read',
      orScope: 'staff:receive',
      filters: ProductFilters,
      item: Product,
      sortKey: ({ sku, id }: Product) => [sku, id],
      before: ({ params }) => requireClient(db, params.id),
      problems: ['clients/not-found'],
    },
    ({ params, query, page }) => productsBySku(params.id, query, page),
  )

  backoffice.post(
    '/clients/:id/products',
    {
      summary: 'Add a product',
      scope: 'staff:stock',
      body: NewProduct,
      reply: Product,
      problems: ['clients/not-found', 'products/duplicate-sku', 'products/duplicate-gtin'],
    },
    ({ tx, by, params, body }) => createProduct(tx, by, params.id, body),
  )

  backoffice.row(
    '/products/:id',
    {
      summary: 'One product',
      scope: 'staff:read',
      orScope: 'staff:receive',
      reply: Product,
      missing: 'products/not-found',
    },
    ({ params }) => productById(params.id),
  )

  backoffice.patch(
    '/products/:id',
    {
      summary: 'Rename a product, change its SKU or GTIN, or archive it',
      description: `An archived product cannot be ordered or received, and lists show it only with \`archived=true\`. It keeps its SKU and its stock stays 0. \`"archived": false\` restores it; so do goods that return to it when an order is cancelled or an egreso is voided.`,
      scope: 'staff:stock',
      body: ProductChange,
      reply: Product,
      problems: [
        'products/not-found',
        'products/duplicate-sku',
        'products/duplicate-gtin',
        'products/in-stock',
      ],
    },
    ({ tx, by, params, body }) => changeProduct(tx, by, params.id, body),
  )
}
