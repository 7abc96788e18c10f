import { sql } from '../../db/sql.ts'

/** The first by SKU. Whether they have vintages is seen by the lots of the live product. */
export const productsToFill = (clientId: string, ownerId: string) =>
  sql<{ id: string; sku: string; has_vintages: boolean }>`
    select id, sku, exists (
      select from products live
      join lots on lots.client_id = live.client_id and lots.product_id = live.id
      where live.client_id = ${ownerId} and live.sku = own.sku and lots.vintage_year is not null) as has_vintages
    from products own
    where client_id = ${clientId} and not archived
    order by sku
    limit 8`

export const ownDestinatarios = (clientId: string) =>
  sql<{ id: string }>`
    select id from destinatarios where client_id = ${clientId} and deleted_at is null order by name_folded, id`
