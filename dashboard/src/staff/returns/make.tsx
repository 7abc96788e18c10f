// Expects goods of a delivered order back.
import rules from 'contract:backoffice/POST /returns'
import { returnReasons } from '@anden/contract/values'
import type { NewReturn, Returnable, StaffReturnDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Textarea } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ById, startReading } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { useReturnReasons } from '../../shared/returns/return-words.tsx'
import { Empty } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { QuantityField } from '../../ui/number/number-fields.tsx'
import { quantityIn } from '../../ui/number/read-number.ts'
import { numberToSend, typedNumber } from '../../ui/number/typed-number.ts'
import { Page } from '../../ui/page.tsx'
import { quantityText } from '../../ui/values.tsx'
import { markReturnsOld, returnableOf } from './queries.ts'
import styles from './returns.module.css'

const route = getRouteApi('/shell/warehouse/orders/$id/return')

export const load = ({ params }: ById) => startReading(returnableOf(params.id))

export function MakeReturn() {
  const { id } = route.useParams()
  return <Detail query={returnableOf(id)}>{(order) => <ReturnForm key={id} {...order} />}</Detail>
}

type Reason = (typeof returnReasons)[number]
/** Only lines with a text are in `items`. A fault of `/items/2/quantity` is of the third one that is sent. */
type Fields = { items: { id: string; quantity: string }[]; reasons: Record<string, Reason>; notes: string }

function ReturnForm(order: Returnable) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const reasons = useReturnReasons()
  const lines = order.items.filter(({ returnable }) => returnable > 0)
  const bodyOf = (values: Fields) => newReturn(order, values)
  const form = useContractForm<Fields, StaffReturnDetail>({
    rules,
    initial: { items: [], reasons: {}, notes: '' },
    draft: `orders.${order.order_id}.return`,
    body: bodyOf,
    send: (values, options) => backoffice.returns.create(bodyOf(values), options),
    done: ({ id }) => {
      markReturnsOld()
      return navigate({ to: '/warehouse/returns/$id', params: { id } })
    },
  })
  const { items, reasons: chosen } = form.values
  const sent = sentOf(order, items)
  const setQuantity = (id: string, quantity: string) => {
    const others = items.filter((line) => line.id !== id)
    const index = items.findIndex((line) => line.id === id)
    if (quantity === '') form.setFieldValue('items', others)
    else
      form.setFieldValue(
        'items',
        index < 0 ? [...items, { id, quantity }] : items.with(index, { id, quantity }),
      )
  }
  const back = { to: '/warehouse/orders/$id', params: { id: order.order_id } } as const
  return (
    <Page
      title={t`Goods come back`}
      name={t`Goods of ${order.order_number} come back`}
      intro={`${order.client_name} · ${order.order_number}`}
      crumbs={[
        { to: '/warehouse/orders', label: t`Orders` },
        { to: `/warehouse/orders/${order.order_id}`, label: order.order_number },
      ]}
    >
      {order.order_status !== 'delivered' || lines.length === 0 ? (
        <Empty title={t`Nothing can come back`}>
          {t`Only goods of a delivered order come back, and each only once.`}
        </Empty>
      ) : (
        <Form form={form} submitLabel={t`Expect the goods`} cancel={() => void navigate(back)}>
          <ol aria-label={t`Lines of the order`} className={styles['lines']}>
            {lines.map((line) => {
              const id = line.remito_item_id
              const index = sent.findIndex((one) => one.id === id)
              const most = quantityText(line.returnable, line.unit_type)
              return (
                <li key={id}>
                  <div className={styles['head']}>
                    <span>
                      <b>{line.name}</b>
                      <small>
                        <span className="mono">{line.sku}</span> · {t`lot`}{' '}
                        <span className="mono">{line.lot_number}</span> · {t`up to ${most}`}
                      </small>
                    </span>
                  </div>
                  <div className={styles['parts']}>
                    <QuantityField
                      label={t`Quantity`}
                      aria-label={t`Quantity of ${line.name}, lot ${line.lot_number}`}
                      unit={line.unit_type}
                      value={items.find((one) => one.id === id)?.quantity ?? ''}
                      onChange={(text) => setQuantity(id, text)}
                      error={index < 0 ? undefined : form.errors[`items.${index}.quantity`]}
                    />
                    <NativeSelect
                      label={t`Reason`}
                      aria-label={t`Reason for ${line.name}, lot ${line.lot_number}`}
                      data={returnReasons.map((value) => ({ value, label: reasons[value] }))}
                      value={chosen[id] ?? 'damaged'}
                      onChange={({ currentTarget }) =>
                        form.setFieldValue('reasons', { ...chosen, [id]: currentTarget.value as Reason })
                      }
                    />
                  </div>
                </li>
              )
            })}
          </ol>
          {form.errors['items'] ? (
            <p role="alert" className={styles['fault']}>{t`Enter how much comes back.`}</p>
          ) : null}
          <Textarea label={t`Notes`} autosize minRows={2} {...form.getInputProps('notes')} />
        </Form>
      )}
    </Page>
  )
}

const kindOf = ({ items }: Returnable, id: string) =>
  quantityIn(items.find(({ remito_item_id }) => remito_item_id === id)?.unit_type ?? '')

/** Whoever types 0 says that nothing comes back. */
const sentOf = (order: Returnable, items: Fields['items']) =>
  items.filter(({ id, quantity }) => typedNumber(quantity, kindOf(order, id)) !== 0)

const newReturn = (order: Returnable, { items, reasons, notes }: Fields): NewReturn => ({
  order_id: order.order_id,
  items: sentOf(order, items).map(({ id, quantity }) => ({
    remito_item_id: id,
    quantity: numberToSend(quantity, kindOf(order, id)) as number,
    reason: reasons[id] ?? 'damaged',
  })),
  ...(notes.trim() ? { notes } : {}),
})
