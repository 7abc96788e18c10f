import type { StaffStockRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { one } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { quantityText } from '../../ui/values.tsx'
import type { ClientProductSearchProps } from './client-product-search.tsx'
import styles from './product-field.module.css'
import { staffStockOf } from './queries.ts'

export function ProductField(props: ClientProductSearchProps) {
  const { label, clientId, unit, chosenId = '', withAsterisk = false, error, inputRef, choose } = props
  const { t } = useLingui()
  const chosen = useQuery({ ...staffStockOf(chosenId), enabled: chosenId !== '' }).data?.products
  return (
    <SearchField<Found>
      {...(inputRef ? { inputRef } : {})}
      label={label}
      withAsterisk={withAsterisk}
      placeholder={t`SKU or name`}
      error={error}
      chosen={chosen ? `${chosen.name} · ${chosen.sku}` : ''}
      {...(chosenId ? { clear: () => choose('') } : {})}
      find={(text) => productsLike(clientId, text, unit)}
      choose={choose}
      nothingFound={t`No product matches`}
      show={({ products, available_quantity }) => (
        <span className={styles['option']}>
          <span className="mono">{products.sku}</span>
          <span>{products.name}</span>
          <span className="numeric">{quantityText(available_quantity ?? 0, products.unit_type)}</span>
        </span>
      )}
    />
  )
}

type Found = StaffStockRow & { id: string }

const shownProducts = 20

const productsLike = (clientId: string, text: string, unit: string | undefined) =>
  one(['stock', 'staff', 'like', clientId, text, unit ?? null], async (options): Promise<Found[]> => {
    const { data } = await backoffice.stock.list(
      { client_id: clientId, limit: shownProducts, ...(text ? { q: text } : {}) },
      options,
    )
    return data
      .filter(({ products }) => unit === undefined || products.unit_type === unit)
      .map((row) => ({ ...row, id: row.product_id }))
  })
