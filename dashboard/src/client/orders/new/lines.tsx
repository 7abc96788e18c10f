import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { RefObject } from 'react'
import { totalsText } from '../../../shared/stock/units.ts'
import { Card } from '../../../ui/card.tsx'
import { typedQuantity, type UnitOf } from '../../../ui/number/typed-number.ts'
import { type FieldProps, OrderLine } from './line.tsx'
import type { LinePreview } from './line-preview.ts'
import styles from './lines.module.css'
import type { OrderLineFields } from './order-fields.ts'
import { ProductSearch } from './product-search.tsx'

type OrderLinesProps = {
  lines: readonly OrderLineFields[]
  unitOf: UnitOf
  previewOf: (line: OrderLineFields) => LinePreview | undefined
  /** What the order that is changed has reserved of a product. */
  reservedOf: (productId: string) => number
  searchRef: RefObject<HTMLInputElement | null>
  quantityRef: (line: OrderLineFields) => RefObject<HTMLInputElement | null> | undefined
  error: unknown
  field: FieldProps
  add: (productId: string) => void
  remove: (index: number, name: string) => void
}

export function OrderLines(props: OrderLinesProps) {
  const { lines, unitOf, previewOf, reservedOf, searchRef, quantityRef, error, field, add, remove } = props
  const { t } = useLingui()
  return (
    <Card title={t`Products`} aside={<Totals lines={lines} unitOf={unitOf} />} flush>
      <ol className={styles['lines']}>
        {lines.map((line, index) => (
          <OrderLine
            key={line.id}
            line={line}
            path={`items.${index}`}
            field={field}
            asked={typedQuantity(line, unitOf)}
            preview={previewOf(line)}
            reserved={reservedOf(line.product_id)}
            quantityRef={quantityRef(line)}
            next={() => searchRef.current?.focus()}
            remove={(name) => remove(index, name)}
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

function Totals({ lines, unitOf }: Pick<OrderLinesProps, 'lines' | 'unitOf'>) {
  const { t } = useLingui()
  const counted = lines
    .map((line) => ({ quantity: typedQuantity(line, unitOf), unit: unitOf(line.product_id) }))
    .filter(({ quantity }) => quantity > 0)
  const total = totalsText(counted)
  const count = plural(counted.length, { one: '# line', other: '# lines' })
  return <span role="status">{counted.length > 0 ? t`${total} in ${count}` : ''}</span>
}
