import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { lazy, type ReactNode, type Ref, Suspense } from 'react'

/** Fetched once there is a client whose products it can find: its list is a third of the page. */
const ProductField = lazy(async () => ({ default: (await import('./product-field.tsx')).ProductField }))

export type ClientProductSearchProps = {
  label: string
  clientId: string
  /** Only products that are counted like this. */
  unit?: string
  /** A field that only adds to a list has none. */
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
