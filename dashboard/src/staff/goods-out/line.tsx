// One line of goods out: product, quantity, lot, and the effect on the lots.
import type { ItemPicks, Shortage } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, NativeSelect, Skeleton } from '@mantine/core'
import type { GetInputProps } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import type { KeyboardEvent, RefObject } from 'react'
import { QuantityField } from '../../ui/number/number-fields.tsx'
import { useLotChoices } from '../stock/lot-choices.ts'
import { staffLotsOf, staffStockOf } from '../stock/queries.ts'
import type { GoodsOutFields, GoodsOutLine } from './fields.ts'
import { LineEffect } from './line-effect.tsx'
import styles from './lines.module.css'

type GoodsLineProps = {
  line: GoodsOutLine
  /** The path of the line in the form, such as `items.2`. */
  path: string
  field: (path: string) => ReturnType<GetInputProps<GoodsOutFields>>
  /** The quantity that leaves; 0 if none is entered yet. */
  leaving: number
  /** undefined without a quantity, and until the service has responded. */
  picked: ItemPicks | undefined
  shortage: Shortage | undefined
  quantityRef: RefObject<HTMLInputElement | null> | undefined
  next: () => void
  remove: (name: string) => void
}

export function GoodsLineFields(props: GoodsLineProps) {
  const { line, path, field, leaving, picked, shortage, quantityRef, next, remove } = props
  const { t } = useLingui()
  const row = useQuery(staffStockOf(line.product_id)).data
  const { name = '', sku = '', unit_type: unit = '' } = row?.products ?? {}
  const lots = useQuery({
    ...staffLotsOf(row?.client_id ?? '', line.product_id),
    enabled: row !== undefined,
  }).data?.data
  const choicesOf = useLotChoices(unit)
  const fault = field(`${path}.product_id`).error
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    next()
  }
  return (
    <li>
      <div className={styles['product']}>
        {row ? (
          <>
            <Link to="/warehouse/stock/$id" params={{ id: line.product_id }}>
              {name}
            </Link>
            <span className="mono quiet">{sku}</span>
          </>
        ) : (
          <Skeleton height={12} width="60%" />
        )}
        {fault ? <span className={styles['fault']}>{String(fault)}</span> : null}
      </div>
      <QuantityField
        ref={quantityRef}
        aria-label={t`Quantity of ${name}`}
        placeholder={t`Quantity`}
        unit={unit}
        onKeyDown={onEnter}
        {...field(`${path}.quantity`)}
      />
      <NativeSelect
        aria-label={t`Lot of ${name}`}
        data={[
          { value: '', label: t`First to expire first` },
          ...choicesOf((lots ?? []).filter(({ hold }) => hold === null)),
        ]}
        {...field(`${path}.lot_id`)}
      />
      <LineEffect leaving={leaving} row={row} lots={lots} picked={picked} shortage={shortage} />
      <ActionIcon variant="subtle" color="gray" aria-label={t`Remove ${name}`} onClick={() => remove(name)}>
        <Trash2 size={16} />
      </ActionIcon>
    </li>
  )
}
