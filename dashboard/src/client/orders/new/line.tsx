// One line of a new order: the product, the quantity, what is available, and the lots that approval would pick.
import { useLingui } from '@lingui/react/macro'
import { ActionIcon, NativeSelect, type NativeSelectProps, Skeleton, TextInput } from '@mantine/core'
import type { GetInputProps } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal, Trash2 } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { today } from '../../../ui/format.ts'
import { QuantityField } from '../../../ui/number/number-fields.tsx'
import { useProblemText } from '../../../ui/problem-texts.ts'
import { ProductCell } from '../../../ui/product-cell.tsx'
import { Quantity, quantityText } from '../../../ui/values.tsx'
import { allLotsOf, stockOf } from '../../stock/queries.ts'
import { LineLots } from './line-lots.tsx'
import type { LinePreview } from './line-preview.ts'
import styles from './lines.module.css'
import type { OrderFields, OrderLineFields } from './order-fields.ts'
import { type Vintage, vintagesOf } from './vintages.ts'

export type FieldProps = (path: string) => ReturnType<GetInputProps<OrderFields>>

type OrderLineProps = {
  line: OrderLineFields
  /** The path of the line in the form, such as `items.2`. */
  path: string
  field: FieldProps
  /** The quantity asked for; 0 if none is entered yet. */
  asked: number
  preview: LinePreview | undefined
  /** What the order that is changed has reserved of the product. */
  reserved: number
  quantityRef: RefObject<HTMLInputElement | null> | undefined
  next: () => void
  remove: (name: string) => void
}

export function OrderLine(props: OrderLineProps) {
  const { line, path, field, asked, preview, reserved, quantityRef, next, remove } = props
  const { t } = useLingui()
  const textOf = useProblemText()
  const [isOpen, setOpen] = useState(line.notes !== '')
  // Empty until the lots are read.
  const vintages = vintagesOf(useQuery(allLotsOf(line.product_id)).data ?? [], today())
  const stock = useQuery(stockOf(line.product_id))
  const { name = '', sku = '', unit_type: unit = '' } = stock.data?.products ?? {}
  const fault = field(`${path}.product_id`).error ?? (stock.isError ? textOf(stock.error).title : null)
  const free = stock.data?.available_quantity
  const inStock = free === undefined || free === null ? free : sumOf(free, reserved)
  const ofVintage = vintages.find(({ year }) => String(year) === line.vintage_year)?.quantity ?? 0
  const available =
    line.vintage_year === '' || inStock === undefined || inStock === null
      ? inStock
      : Math.min(inStock, ofVintage)
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    next()
  }
  return (
    <li>
      <div>
        {stock.data ? <ProductCell id={line.product_id} name={name} sku={sku} /> : null}
        {stock.isPending ? <Skeleton height={12} width="60%" mt={10} /> : null}
        <VintageChoice
          product={name}
          unit={unit}
          vintages={vintages}
          onKeyDown={onEnter}
          {...field(`${path}.vintage_year`)}
        />
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
      <div className={styles['available']}>
        {stock.data ? (
          <>
            <Quantity value={available ?? 0} unit={unit} />
            <small>{t`available`}</small>
          </>
        ) : null}
      </div>
      <LineLots asked={asked} preview={preview} unit={unit} available={available} />
      <div className={styles['buttons']}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t`Note for ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <SlidersHorizontal size={16} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label={t`Remove ${name}`} onClick={() => remove(name)}>
          <Trash2 size={16} />
        </ActionIcon>
      </div>
      {isOpen ? (
        <div className={styles['more']}>
          <TextInput label={t`Note for this line`} onKeyDown={onEnter} {...field(`${path}.notes`)} />
        </div>
      ) : null}
    </li>
  )
}

const sumOf = (one: number, other: number) => Math.round((one + other) * 1_000) / 1_000

/** Only where there is something to choose, or a vintage was asked for that may have run out. */
function VintageChoice({
  product,
  unit,
  vintages,
  ...field
}: NativeSelectProps & { product: string; unit: string; vintages: readonly Vintage[]; value?: string }) {
  const { t } = useLingui()
  const asked = field.value ?? ''
  if (vintages.length < 2 && asked === '') return null
  const isOffered = asked === '' || vintages.some(({ year }) => String(year) === asked)
  return (
    <NativeSelect
      aria-label={t`Vintage of ${product}`}
      className={styles['vintage'] ?? ''}
      data={[
        { value: '', label: t`Any vintage` },
        ...vintages.map(({ year, quantity }) => ({
          value: String(year),
          label: `${year} · ${quantityText(quantity, unit)}`,
        })),
        ...(isOffered ? [] : [{ value: asked, label: t`${asked} · none in stock` }]),
      ]}
      {...field}
    />
  )
}
