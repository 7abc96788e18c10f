// Lookups while a line is being typed: lots and remitos that may conflict with it.
import remitoRules from 'contract:backoffice/GET /remitos'
import type { Lot } from '@anden/sdk/backoffice'
import { one } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { faultsOf } from '../../ui/form/rules.ts'
import type { Entry, Goods } from './line.ts'

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
