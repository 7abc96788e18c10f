import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { lazy, type ReactNode, type Ref, Suspense } from 'react'

/** Loaded once a client is chosen, because it is a third of the page's code. */
const ProductField = lazy(async () => ({ default: (await import('./product-field.tsx')).ProductField }))

export type ClientProductSearchProps = {
  label: string
  clientId: string
  /** Finds only products with this unit. */
  unit?: string
  /** The chosen product. A field that only adds to a list has none. */
  chosenId?: string
  withAsterisk?: boolean
  error?: ReactNode
  inputRef?: Ref<HTMLInputElement>
  choose: (productId: string) => void
}

/** Finds a product of one client by its SKU or name. */
export function ClientProductSearch(props: ClientProductSearchProps) {
  const { t } = useLingui()
  const { label, clientId, withAsterisk = false, error } = props
  const closed = (
    <TextInput
      disabled
      placeholder={t`SKU or name`}
      label={label}
      withAsterisk={withAsterisk}
      error={error}
    />
  )
  if (clientId === '') return closed
  return (
    <Suspense fallback={closed}>
      <ProductField {...props} />
    </Suspense>
  )
}
