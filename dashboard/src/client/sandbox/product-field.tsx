import { useLingui } from '@lingui/react/macro'
import { SearchField } from '../../ui/search-field.tsx'
import { type FoundProduct, productsLike } from '../orders/queries.ts'
import styles from './sandbox.module.css'

export type ChosenProduct = Pick<FoundProduct, 'id' | 'sku' | 'name' | 'unit_type'>

type ProductFieldProps = {
  value: ChosenProduct | null
  onChange: (product: ChosenProduct | null) => void
  error?: unknown
}

export function ProductField({ value, onChange, error }: ProductFieldProps) {
  const { t } = useLingui()
  return (
    <SearchField<FoundProduct>
      label={t`Product`}
      placeholder={t`SKU or name`}
      withAsterisk
      error={error as string}
      chosen={value ? `${value.sku} · ${value.name}` : ''}
      find={productsLike}
      choose={(_, { id, sku, name, unit_type }) => onChange({ id, sku, name, unit_type })}
      clear={() => onChange(null)}
      nothingFound={t`No product matches`}
      show={({ sku, name }) => (
        <span className={styles['option']}>
          <span className="mono">{sku}</span> <span>{name}</span>
        </span>
      )}
    />
  )
}
