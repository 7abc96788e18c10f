// Rows that were copied in a spreadsheet become lines of a notice. Numbers stay as they were written, so that the strict
// fields read them, and ask where one has two meanings.
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { portal } from '../../../shared/api.ts'
import { formatList } from '../../../ui/format.ts'
import { useProblemText } from '../../../ui/problem-texts.ts'
import { type LineProduct, type NoticeLineFields, newLine } from './notice-fields.ts'
import { isTable, type PastedRow, readRows } from './pasted-rows.ts'

export function usePastedLines(append: (lines: NoticeLineFields[]) => void) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const [isReading, setReading] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const take = async (text: string) => {
    setRefused(null)
    setReading(true)
    try {
      const rows = readRows(text)
      const products = await productsOf(new Set(rows.map(({ sku }) => sku)))
      append(rows.flatMap((row) => lineOf(row, products) ?? []))
      const unknown = rows.filter(({ sku }) => !products.has(sku.toLowerCase()))
      setRefused(unknown.length === 0 ? null : unknownText(unknown))
    } catch (error) {
      setRefused(textOf(error).title)
    } finally {
      setReading(false)
    }
  }
  const unknownText = (rows: readonly PastedRow[]) => {
    const count = plural(rows.length, { one: '# row was', other: '# rows were' })
    const skus = formatList([...new Set(rows.map(({ sku }) => sku || t`(no SKU)`))].slice(0, mostNamed))
    return t`${count} not taken, because no product has this SKU: ${skus}`
  }
  return { isReading, refused, isTable, take }
}

const mostNamed = 10

function lineOf({ sku, ...typed }: PastedRow, products: ReadonlyMap<string, LineProduct>) {
  const product = products.get(sku.toLowerCase())
  return product ? { ...newLine(product), ...typed } : null
}

const pageSize = 100
const mostSingly = 20

/** By SKU in lower case. Few are looked up singly; for many, the list of products is read, which is fewer requests. */
async function productsOf(skus: ReadonlySet<string>): Promise<Map<string, LineProduct>> {
  const sought = new Set([...skus].filter(Boolean))
  const found = new Map<string, LineProduct>()
  const keep = (rows: Awaited<ReturnType<typeof portal.stock.list>>['data']) => {
    for (const { product_id: id, products } of rows) {
      const { sku, name, unit_type } = products
      found.set(sku.toLowerCase(), { id, sku, name, unit_type })
    }
  }
  if (sought.size <= mostSingly) {
    const lists = await Promise.all(
      [...sought].map(async (sku) => (await portal.stock.list({ sku, limit: 1 })).data),
    )
    for (const rows of lists) keep(rows)
    return found
  }
  for await (const { data } of portal.stock.list({ limit: pageSize }).pages()) {
    keep(data)
    if ([...sought].every((sku) => found.has(sku.toLowerCase()))) break
  }
  return found
}
