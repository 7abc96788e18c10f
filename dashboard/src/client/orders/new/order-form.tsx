import changeRules from 'contract:portal/PATCH /orders/{id}'
import rules from 'contract:portal/POST /orders'
import type { CreatedOrder, Destinatario, OrderDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { markOld, portal } from '../../../shared/api.ts'
import { ChangedMeanwhile } from '../../../shared/orders/changed-meanwhile.tsx'
import { useUnits } from '../../../shared/stock/units.ts'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { showNotice } from '../../../ui/notices.tsx'
import { dialogOnDemand } from '../../../ui/on-demand.tsx'
import { Page } from '../../../ui/page.tsx'
import { DeliveryFields } from './delivery-fields.tsx'
import type { FieldProps } from './line.tsx'
import { linePreview } from './line-preview.ts'
import { OrderLines } from './lines.tsx'
import { useOrderFaults } from './order-faults.ts'
import { bodyOf, canBePreviewed, changeOf, fieldsOf, newLine, type OrderFields } from './order-fields.ts'
import { useAddressFaults } from './own-address.ts'
import { RecipientField } from './recipient-field.tsx'
import { usePreview } from './use-preview.ts'

/** Loaded when it is opened, because the dialog is a quarter of the page's code. */
const AddRecipient = dialogOnDemand(async () => (await import('./add-recipient.tsx')).AddRecipient)

type OrderFormProps = {
  initial: OrderFields
  draft: string
  /** A product to add to the lines of the draft. */
  productId?: string | undefined
  /** The order that is changed, as it is now. */
  changed?: { order: OrderDetail; recipient: Destinatario | undefined } | undefined
}

/** Of a change, there is no `duplicate_of`. */
type Saved = Pick<CreatedOrder, 'id' | 'reference'> & Partial<Pick<CreatedOrder, 'duplicate_of'>>

export function OrderForm({ initial, draft, productId, changed }: OrderFormProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const search = useRef<HTMLInputElement>(null)
  const [isAdding, setAdding] = useState(false)
  const quantity = useRef<HTMLInputElement>(null)
  const [lineToFocus, setLineToFocus] = useState<{ id: string } | null>(null)
  useEffect(() => {
    if (lineToFocus) quantity.current?.focus()
  }, [lineToFocus])
  const form = useContractForm({
    rules: changed ? changeRules : rules,
    initial,
    draft,
    body: (values) => (changed ? changeIn(changed, values) : bodyOf(values, unitOf)),
    check: useAddressFaults(),
    send: async (values, options): Promise<Saved> => {
      if (!changed) return await portal.orders.create(bodyOf(values, unitOf), options)
      try {
        return await portal.orders.update(changed.order.id, changeIn(changed, values))
      } catch (error) {
        // Somebody else may have changed the order, or decided on it: the page shows that.
        markOld('orders')
        throw error
      }
    },
    faults: useOrderFaults(),
    done: ({ id, reference, duplicate_of }) => {
      if (duplicate_of)
        showNotice({ content: t`${duplicate_of.order_number} has the reference ${reference}, too.` })
      for (const topic of ['orders', 'stock']) markOld(topic)
      return navigate({ to: '/orders/$id', params: { id } })
    },
  })
  const changeIn = ({ order, recipient }: NonNullable<typeof changed>, values: OrderFields) =>
    changeOf(order, recipient, values, unitOf)
  const field: FieldProps = (path) => form.getInputProps(path)
  const { items } = form.values
  const unitOf = useUnits(items.map(({ product_id }) => product_id))
  const asked = items.filter((line) => canBePreviewed(line, unitOf))
  const order = changed?.order
  const number = order?.order_number ?? ''
  const preview = usePreview(bodyOf({ ...form.values, items: asked }, unitOf), order?.id)
  const reservedOf = (productId: string) =>
    (order?.distribution_order_items ?? []).reduce(
      (sum, line) => (line.product_id === productId ? sum + line.quantity : sum),
      0,
    )

  const addProduct = (id: string) => {
    const existing = form.getValues().items.find((line) => line.product_id === id && line.vintage_year === '')
    const line = existing ?? newLine(id)
    if (!existing) form.insertListItem('items', line)
    setLineToFocus({ id: line.id })
  }
  const chooseRecipient = (id: string) => {
    // An order that is changed does not take the address of one recipient to another.
    if (order && id !== form.getValues().destinatario_id) form.setFieldValue('hasOwnAddress', false)
    form.setFieldValue('destinatario_id', id)
    if (id) requestAnimationFrame(() => search.current?.focus())
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the draft is restored
  useEffect(() => {
    if (!productId) return
    addProduct(productId)
    void navigate({ to: '/orders/new', search: {}, replace: true })
  }, [productId])

  // The recipient of a form that begins with one is known: the products come next.
  useEffect(() => {
    if (initial.destinatario_id && initial.items.length === 0) search.current?.focus()
  }, [initial])

  const startOver = () => {
    form.discardDraft()
    if (order) return
    void navigate({ to: '/orders/new', search: {}, replace: true })
  }
  const actions = form.isDirty() ? <Button onClick={startOver}>{t`Start over`}</Button> : null
  return (
    <Page
      title={order ? t`Change order ${number}` : t`New order`}
      crumbs={[
        { to: '/orders', label: t`Orders` },
        ...(order ? [{ to: `/orders/${order.id}`, label: number }] : []),
      ]}
      actions={actions}
    >
      {changed ? (
        <ChangedMeanwhile
          order={changed.order}
          since={form.values.revision}
          unitOf={unitOf}
          takeOver={() =>
            form.replaceWith(
              fieldsOf(changed.order, changed.recipient),
              t`The form has the order as it is now.`,
            )
          }
        />
      ) : null}
      <Form form={form} submitLabel={order ? t`Save the change` : t`Place the order`}>
        <Card title={t`Delivery`}>
          <RecipientField
            value={form.values.destinatario_id}
            error={form.errors['destinatario_id']}
            onChange={chooseRecipient}
            add={() => setAdding(true)}
          />
          <DeliveryFields values={form.values} field={field} />
          <TextInput
            mt="md"
            label={t`Your reference`}
            description={t`Optional, such as the number of your purchase order. It is printed on the remito.`}
            autoComplete="off"
            {...form.getInputProps('reference')}
          />
        </Card>
        <OrderLines
          lines={items}
          unitOf={unitOf}
          previewOf={(line) => linePreview(preview, asked, line)}
          reservedOf={reservedOf}
          searchRef={search}
          quantityRef={({ id }) => (id === lineToFocus?.id ? quantity : undefined)}
          error={form.errors['items']}
          field={field}
          add={addProduct}
          remove={(index, name) => {
            form.removeLine('items', index, t`${name} was removed.`)
            search.current?.focus()
          }}
        />
        <Card title={t`Notes`}>
          <Textarea
            aria-label={t`Notes`}
            placeholder={t`For the warehouse: when to deliver, how to pack`}
            autosize
            minRows={2}
            {...form.getInputProps('notes')}
          />
        </Card>
      </Form>

      {isAdding ? (
        <AddRecipient
          close={() => setAdding(false)}
          added={(id) => {
            setAdding(false)
            chooseRecipient(id)
          }}
        />
      ) : null}
    </Page>
  )
}
