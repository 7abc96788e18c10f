// Finds the product of a code that was scanned or typed.
import { isGtin, maxSearchLength } from '@anden/contract/values'
import type { Product } from '@anden/sdk/backoffice'
import { one } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { isLikeGtin, readGs1 } from './gs1.ts'

/** What a code stands for: a product, several of them, a number whose last digit shows that it was misread, or nothing. */
export type FoundByCode = { product: Product } | { several: Product[] } | { isMisread: boolean }

/** Finds a product by SKU, by words of its name, by its printed bar code, or by a complete GS1 code. */
export const productOfCode = (clientId: string, code: string) =>
  one(['stock', 'code', clientId, code], () => findProduct(clientId, code.trim()))

const mostShown = 3
const mostMatches = 100

async function findProduct(clientId: string, code: string): Promise<FoundByCode> {
  const scanned = readGs1(code)
  if (scanned) return findByGtin(clientId, scanned.gtin)
  const [bySku] = await listed(clientId, { sku: code, limit: 1 })
  if (bySku) return { product: bySku }
  if (isLikeGtin(code)) return findByGtin(clientId, code)
  const matches = await listed(clientId, { q: code.slice(0, maxSearchLength), limit: mostMatches })
  const inOtherCase = matches.find(({ sku }) => sku.toLowerCase() === code.toLowerCase())
  const [only] = matches
  if (inOtherCase) return { product: inOtherCase }
  if (!only) return { isMisread: false }
  return matches.length === 1 ? { product: only } : { several: matches.slice(0, mostShown) }
}

async function findByGtin(clientId: string, gtin: string): Promise<FoundByCode> {
  if (!isGtin(gtin)) return { isMisread: true }
  const [product] = await listed(clientId, { gtin, limit: 1 })
  return product ? { product } : { isMisread: false }
}

async function listed(clientId: string, query: { sku?: string; gtin?: string; q?: string; limit: number }) {
  return (await backoffice.clients.products.list(clientId, query)).data
}
