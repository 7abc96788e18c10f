// Picks a product by name or SKU. The lists take a product's id, so the service's search finds it first.
import { useLingui } from '@lingui/react/macro'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFilters } from '../ui/filters.tsx'
import { searchProducts, stockOf } from './queries.ts'

const typingMs = 200

export function ProductFilter() {
  const { t } = useLingui()
  const { search, set } = useFilters()
  const chosen = typeof search['product_id'] === 'string' ? search['product_id'] : null
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), typingMs)
  const found = useQuery({
    ...searchProducts(asked),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  }).data
  const product = useQuery({ ...stockOf(chosen ?? ''), enabled: chosen !== null }).data?.products
  const known = new Map<string, string>()
  if (product) known.set(product.id, product.name)
  for (const { id, name, sku } of asked ? (found?.products ?? []) : []) known.set(id, `${name} · ${sku}`)
  return (
    <Select
      aria-label={t`Product`}
      placeholder={t`Product: name or SKU`}
      data={[...known].map(([value, label]) => ({ value, label }))}
      value={chosen}
      onChange={(id) => set('product_id', id ?? undefined)}
      searchable
      clearable
      searchValue={text}
      onSearchChange={setText}
      // The service has filtered already.
      filter={({ options }) => options}
      nothingFoundMessage={asked ? t`No product begins like this` : t`Type a name or SKU`}
      comboboxProps={{ width: 320, position: 'bottom-start' }}
    />
  )
}
