// One line of an order that is changed: product, quantity, vintage and note.
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, TextInput } from '@mantine/core'
import type { GetInputProps } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { QuantityField, YearField } from '../../../ui/number/number-fields.tsx'
import { staffStockOf } from '../../stock/queries.ts'
import type { ChangedLine, ChangeFields } from './fields.ts'
import styles from './line.module.css'

type LineProps = {
  line: ChangedLine
  /** What the order calls the product; undefined for one that is added. */
  label: { name: string; sku: string } | undefined
  /** The path of the line in the form, such as `items.2`. */
  path: string
  field: (path: string) => ReturnType<GetInputProps<ChangeFields>>
  quantityRef: RefObject<HTMLInputElement | null> | undefined
  next: () => void
  remove: (name: string) => void
}

export function ChangedLineFields({ line, label, path, field, quantityRef, next, remove }: LineProps) {
  const { t } = useLingui()
  const products = useQuery(staffStockOf(line.product_id)).data?.products
  const { name, sku } = label ?? products ?? { name: '', sku: '' }
  const fault = field(`${path}.product_id`).error
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    next()
  }
  return (
    <li>
      <div className={styles['product']}>
        <Link to="/warehouse/stock/$id" params={{ id: line.product_id }}>
          {name}
        </Link>
        <span className="mono quiet">{sku}</span>
        {fault ? <span className={styles['fault']}>{String(fault)}</span> : null}
      </div>
      <QuantityField
        ref={quantityRef}
        aria-label={t`Quantity of ${name}`}
        placeholder={t`Quantity`}
        unit={products?.unit_type ?? ''}
        onKeyDown={onEnter}
        {...field(`${path}.quantity`)}
      />
      <YearField
        aria-label={t`Vintage of ${name}`}
        placeholder={t`Any vintage`}
        onKeyDown={onEnter}
        {...field(`${path}.vintage_year`)}
      />
      <TextInput
        aria-label={t`Note for ${name}`}
        placeholder={t`Note for this line`}
        onKeyDown={onEnter}
        {...field(`${path}.notes`)}
      />
      <ActionIcon variant="subtle" color="gray" aria-label={t`Remove ${name}`} onClick={() => remove(name)}>
        <Trash2 size={16} />
      </ActionIcon>
    </li>
  )
}
