// Which events of the chosen types an endpoint gets: of some recipients, products or states. Each list is empty, or one of its
// values must hold.
import { orderStatuses } from '@anden/contract/values'
import type { EventFilter } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Checkbox, CloseButton, Group, Input } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useOrderStates } from '../../../shared/order-status.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { RecipientName, useRecipientName } from '../../destinatarios/names.tsx'
import { RecipientSelect } from '../../destinatarios/recipient-select.tsx'
import { type FoundProduct, productsLike } from '../../orders/queries.ts'
import { stockOf } from '../../stock/queries.ts'
import styles from './filter-fields.module.css'

export type FilterFields = { destinatario_id: string[]; product_id: string[]; status: string[] }

export const fieldsOfFilter = (filter: EventFilter | null): FilterFields => ({
  destinatario_id: [...(filter?.destinatario_id ?? [])],
  product_id: [...(filter?.product_id ?? [])],
  status: [...(filter?.status ?? [])],
})

/** null: every event of the chosen types. */
export function filterToSend(fields: FilterFields): EventFilter | null {
  const chosen = Object.entries(fields).filter(([, values]) => values.length > 0)
  return chosen.length > 0 ? (Object.fromEntries(chosen) as EventFilter) : null
}

export function FilterFieldset({
  value,
  onChange,
  errors,
}: {
  value: FilterFields
  onChange: (filter: FilterFields) => void
  errors: Record<string, unknown>
}) {
  const { t } = useLingui()
  const states = useOrderStates()
  const errorOf = (member: keyof FilterFields) =>
    Object.entries(errors).find(([path]) => path.startsWith(`filter.${member}`))?.[1] as string
  const set = (member: keyof FilterFields, values: string[]) => onChange({ ...value, [member]: values })
  const add = (member: keyof FilterFields, id: string) =>
    id && !value[member].includes(id) ? set(member, [...value[member], id]) : undefined
  const remove = (member: keyof FilterFields, id: string) =>
    set(
      member,
      value[member].filter((one) => one !== id),
    )
  return (
    <Input.Wrapper
      label={t`Only some of these events`}
      description={t`If nothing is chosen here, it gets all of them. Events that have no such property, such as payments, always come.`}
      labelElement="div"
    >
      <div className={styles['members']}>
        <div>
          <RecipientSelect
            label={t`Orders for these recipients`}
            placeholder={t`Name`}
            value=""
            onChange={(id) => add('destinatario_id', id)}
            error={errorOf('destinatario_id')}
          />
          <Chosen
            ids={value.destinatario_id}
            remove={(id) => remove('destinatario_id', id)}
            entry={ChosenRecipient}
          />
        </div>
        <div>
          <SearchField<FoundProduct>
            label={t`With these products`}
            placeholder={t`SKU or name`}
            find={productsLike}
            choose={(id) => add('product_id', id)}
            nothingFound={t`No product matches`}
            error={errorOf('product_id')}
            show={({ sku, name }) => (
              <span>
                <span className="mono">{sku}</span> {name}
              </span>
            )}
          />
          <Chosen ids={value.product_id} remove={(id) => remove('product_id', id)} entry={ChosenProduct} />
        </div>
        <Checkbox.Group
          label={t`Orders that become`}
          value={value.status}
          onChange={(chosen) => set('status', chosen)}
          error={errorOf('status')}
        >
          <Group gap={12} mt={6}>
            {orderStatuses.map((status) => (
              <Checkbox key={status} size="xs" value={status} label={states[status]} />
            ))}
          </Group>
        </Checkbox.Group>
      </div>
    </Input.Wrapper>
  )
}

type Entry = (props: { id: string; remove: () => void }) => React.ReactNode

function Chosen({
  ids,
  remove,
  entry: One,
}: {
  ids: readonly string[]
  remove: (id: string) => void
  entry: Entry
}) {
  if (ids.length === 0) return null
  return (
    <ul className={styles['chosen']}>
      {ids.map((id) => (
        <One key={id} id={id} remove={() => remove(id)} />
      ))}
    </ul>
  )
}

function ChosenRecipient({ id, remove }: { id: string; remove: () => void }) {
  const { t } = useLingui()
  const name = useRecipientName(id) ?? ''
  return (
    <li>
      <RecipientName id={id} />
      <CloseButton size="sm" aria-label={t`Remove ${name}`} onClick={remove} />
    </li>
  )
}

function ChosenProduct({ id, remove }: { id: string; remove: () => void }) {
  const { t } = useLingui()
  const { data } = useQuery(stockOf(id))
  const name = data?.products.name ?? id
  return (
    <li>
      <span>
        <span className="mono">{data?.products.sku}</span> {name}
      </span>
      <CloseButton size="sm" aria-label={t`Remove ${name}`} onClick={remove} />
    </li>
  )
}
