// Lookups while a line is being typed: the product of a code, and lots and remitos that may conflict with it.
import remitoRules from 'contract:backoffice/GET /remitos'
import { isGtin, maxSearchLength } from '@anden/contract/values'
import type { Lot, Product } from '@anden/sdk/backoffice'
import { one } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { faultsOf } from '../../ui/form/rules.ts'
import { readGs1 } from './gs1.ts'
import type { Entry, Goods } from './line.ts'

/** What a code stands for: a product, several of them, a number whose last digit shows that it was misread, or nothing. */
export type FoundByCode = { product: Product } | { several: Product[] } | { isMisread: boolean }

/** Finds a product by SKU, by words of its name, by its printed bar code, or by a complete GS1 code. */
export const productOfCode = (clientId: string, code: string) =>
  one(['stock', 'receive', 'code', clientId, code], () => findProduct(clientId, code.trim()))

const mostShown = 3
const mostMatches = 100

async function findProduct(clientId: string, code: string): Promise<FoundByCode> {
  const scanned = readGs1(code)
  if (scanned) return findByGtin(clientId, scanned.gtin)
  const [bySku] = await listed(clientId, { sku: code, limit: 1 })
  if (bySku) return { product: bySku }
  if (/^(\d{8}|\d{12,14})$/.test(code)) return findByGtin(clientId, code)
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

/** Includes depleted lots: a new delivery can belong to a lot that was used up. */
export const lotsOfProduct = (clientId: string, productId: string) =>
  one(['stock', 'receive', clientId, productId], async (options) => {
    const filters = { client_id: clientId, product_id: productId, include_depleted: true, limit: 100 }
    const lots: Pick<Lot, 'lot_number' | 'expiry_date'>[] = []
    for await (const { lot_number, expiry_date } of backoffice.lots.list(filters, options))
      lots.push({ lot_number, expiry_date })
    return lots
  })

/**
 * The different expiry date that a lot of this number already has, in the warehouse or on this paper; undefined if
 * there is none.
 */
export function otherExpiryOf(
  { product, lot_number, expiry_date }: Pick<Entry, 'product' | 'lot_number' | 'expiry_date'>,
  lots: readonly Pick<Lot, 'lot_number' | 'expiry_date'>[],
  /** The lines above this one on the paper. */
  above: readonly Goods[],
): string | null | undefined {
  if (!product || !lot_number) return undefined
  const onPaper = above
    .filter((goods) => goods.product.id === product.id)
    .map((goods) => ({ lot_number: goods.lot_number, expiry_date: goods.expiry_date || null }))
  const same = [...lots, ...onPaper].filter((lot) => lot.lot_number === lot_number)
  if (same.some((lot) => lot.expiry_date === (expiry_date || null))) return undefined
  return same[0]?.expiry_date
}

/** The given remito numbers that the client's ingresos already have. */
export const enteredNumbers = (clientId: string, numbers: readonly string[]) =>
  one(['remitos', 'entered', clientId, numbers], async () => {
    const known = await Promise.all(numbers.map((number) => isEntered(clientId, number)))
    return numbers.filter((_, index) => known[index])
  })

async function isEntered(client_id: string, remito_number: string): Promise<boolean> {
  if (faultsOf(remitoRules.query['remito_number'] ?? {}, remito_number).length > 0) return false
  const { data } = await backoffice.remitos.list({ client_id, remito_number, type: 'ingreso', limit: 1 })
  return data.some(({ status }) => status !== 'voided')
}
