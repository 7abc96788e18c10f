// Filters by product. Lists take the id of a product, so it is first searched by name or SKU.
import type { SearchResults } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useFilterField, useFilters } from '../../ui/filters.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { searchProducts, stockOf } from './queries.ts'

type FoundProduct = { id: string; name: string; sku: string }

export function ProductFilter() {
  const { t } = useLingui()
  const { search, set } = useFilters()
  const { fault } = useFilterField('product_id')
  const chosen = typeof search['product_id'] === 'string' ? search['product_id'] : null
  const product = useQuery({ ...stockOf(chosen ?? ''), enabled: chosen !== null }).data?.products
  return (
    <SearchField<FoundProduct>
      aria-label={t`Product`}
      placeholder={t`Product: name or SKU`}
      error={fault}
      find={(text) => ({
        ...searchProducts(text),
        enabled: text !== '',
        select: ({ products }: SearchResults) => products ?? [],
      })}
      chosen={chosen === null ? '' : (product?.name ?? '…')}
      choose={(id) => set('product_id', id)}
      clear={() => set('product_id', undefined)}
      nothingFound={t`No product matches`}
      show={({ name, sku }) => (
        <>
          {name} <span className="quiet">{sku}</span>
        </>
      )}
    />
  )
}
