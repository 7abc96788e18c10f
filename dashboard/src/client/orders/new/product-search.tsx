import { useLingui } from '@lingui/react/macro'
import type { Ref } from 'react'
import { SearchField } from '../../../ui/search-field.tsx'
import { quantityText } from '../../../ui/values.tsx'
import { type FoundProduct, productsLike } from '../queries.ts'
import styles from './lines.module.css'

export function ProductSearch({
  inputRef,
  error,
  choose,
}: {
  inputRef: Ref<HTMLInputElement>
  error: unknown
  choose: (productId: string) => void
}) {
  const { t } = useLingui()
  return (
    <SearchField<FoundProduct>
      inputRef={inputRef}
      label={t`Add a product`}
      placeholder={t`SKU or name`}
      error={error as string}
      find={productsLike}
      choose={choose}
      nothingFound={t`No product matches`}
      show={({ sku, name, unit_type, available_quantity }) => (
        <span className={styles['option']}>
          <span className="mono">{sku}</span>
          <span>{name}</span>
          <span className="numeric">
            {available_quantity === null ? '' : quantityText(available_quantity, unit_type)}
          </span>
        </span>
      )}
    />
  )
}
