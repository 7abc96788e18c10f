// What the entry of goods asks while a line is typed: the product of a code, and lots and remitos that may be in the way.
import type { Product } from '@anden/sdk/backoffice'
import { one, queryClient } from '../../api.ts'
import { backoffice } from '../api.ts'
import { readGs1, type ScannedCode } from './gs1.ts'

export type Found = { product: Product; scanned: ScannedCode }

/** By SKU, by the printed bar code, or by a whole GS1 code with lot and expiry date. */
export async function findProduct(clientId: string, code: string): Promise<Found | null> {
  const scanned = readGs1(code)
  if (scanned?.gtin) return found(clientId, { gtin: scanned.gtin }, scanned)
  const bySku = await found(clientId, { sku: code.trim() }, {})
  if (bySku || !/^\d{8,14}$/.test(code.trim())) return bySku
  return found(clientId, { gtin: code.trim() }, {})
}

async function found(
  clientId: string,
  by: { sku?: string; gtin?: string },
  scanned: ScannedCode,
): Promise<Found | null> {
  const { data } = await backoffice.clients.products.list(clientId, { ...by, limit: 1 })
  const [product] = data
  return product ? { product, scanned } : null
}

const lotsOf = (clientId: string, productId: string) =>
  one(['stock', 'receive', clientId, productId], (options) =>
    backoffice.lots.list(
      { client_id: clientId, product_id: productId, include_depleted: true, limit: 100 },
      options,
    ),
  )

/** The expiry date of a lot of that number that exists with another one; undefined if there is none. */
export async function otherExpiry(
  clientId: string,
  productId: string,
  lotNumber: string,
  expiry: string | null,
) {
  const { data } = await queryClient.fetchQuery(lotsOf(clientId, productId))
  const same = data.filter(({ lot_number }) => lot_number === lotNumber)
  if (same.length === 0 || same.some(({ expiry_date }) => expiry_date === expiry)) return undefined
  return same[0]?.expiry_date ?? null
}

export async function isNumberEntered(clientId: string, remitoNumber: string): Promise<boolean> {
  const { data } = await backoffice.remitos.list({
    client_id: clientId,
    remito_number: remitoNumber,
    type: 'ingreso',
    limit: 1,
  })
  return data.length > 0
}
