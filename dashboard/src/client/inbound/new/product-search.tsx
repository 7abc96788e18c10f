import { useLingui } from '@lingui/react/macro'
import { type Ref, useRef } from 'react'
import { SearchField } from '../../../ui/search-field.tsx'
import { type FoundProduct, productsLike } from '../../orders/queries.ts'
import styles from './lines.module.css'

export type FoundLineProduct = FoundProduct

type ProductSearchProps = {
  inputRef: Ref<HTMLInputElement>
  error: unknown
  choose: (product: FoundProduct) => void
}

export function ProductSearch({ inputRef, error, choose }: ProductSearchProps) {
  const { t } = useLingui()
  const shown = useRef(new Map<string, FoundProduct>())
  return (
    <SearchField<FoundProduct>
      inputRef={inputRef}
      label={t`Add a product`}
      placeholder={t`SKU or name`}
      error={error as string}
      find={(text) => ({
        ...productsLike(text),
        select: (found: FoundProduct[]) => {
          for (const product of found) shown.current.set(product.id, product)
          return found
        },
      })}
      choose={(id) => {
        const product = shown.current.get(id)
        if (product) choose(product)
      }}
      nothingFound={t`No product matches`}
      show={({ sku, name }) => (
        <span className={styles['option']}>
          <span className="mono">{sku}</span> <span>{name}</span>
        </span>
      )}
    />
  )
}
