import type { OrderPreview } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RefObject } from 'react'
import { Card } from '../../ui/card.tsx'
import { totalsText, useUnits } from '../../ui/units.ts'
import { type FieldProps, OrderLine } from './line.tsx'
import { linePreview } from './line-preview.ts'
import styles from './lines.module.css'
import type { OrderLineFields } from './order-fields.ts'
import { ProductSearch } from './product-search.tsx'

type OrderLinesProps = {
  lines: readonly OrderLineFields[]
  preview: OrderPreview | undefined
  searchRef: RefObject<HTMLInputElement | null>
  error: unknown
  field: FieldProps
  add: (productId: string) => void
  remove: (index: number) => void
}

export function OrderLines({ lines, preview, searchRef, error, field, add, remove }: OrderLinesProps) {
  const { t } = useLingui()
  return (
    <Card title={t`Products`} aside={<Totals lines={lines} />} flush>
      <ol className={styles['lines']}>
        {lines.map((line, index) => (
          <OrderLine
            key={line.id}
            line={line}
            path={`items.${index}`}
            field={field}
            preview={linePreview(preview, lines, line)}
            next={() => searchRef.current?.focus()}
            remove={() => remove(index)}
          />
        ))}
      </ol>
      <div className={styles['search']}>
        <ProductSearch inputRef={searchRef} error={error} choose={add} />
        <p
          className={styles['hint']}
        >{t`Enter takes the first product, then the quantity, then the next line.`}</p>
      </div>
    </Card>
  )
}

function Totals({ lines }: { lines: readonly OrderLineFields[] }) {
  const { t } = useLingui()
  const unitOf = useUnits(lines.map(({ product_id }) => product_id))
  const counted = lines.filter(({ quantity }) => Number(quantity) > 0)
  const total = totalsText(
    counted.map(({ quantity, product_id }) => ({ quantity: Number(quantity), unit: unitOf(product_id) })),
  )
  const count = plural(counted.length, { one: '# line', other: '# lines' })
  return <span role="status">{counted.length > 0 ? t`${total} in ${count}` : ''}</span>
}
