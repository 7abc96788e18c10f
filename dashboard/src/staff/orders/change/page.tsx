// A pending order is changed by the warehouse, with a reason that its client reads.
import rules from 'contract:backoffice/PATCH /orders/{id}'
import { actionsIn } from '@anden/contract/values'
import type { StaffOrderDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { queryClient } from '../../../shared/api.ts'
import { backoffice } from '../../../shared/backoffice.ts'
import { OrderChip } from '../../../shared/order-status.tsx'
import { ChangedMeanwhile } from '../../../shared/orders/changed-meanwhile.tsx'
import { useDeliveryTypes } from '../../../shared/orders/delivery.tsx'
import { ProvinceField } from '../../../shared/province-field.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Detail } from '../../../ui/detail.tsx'
import { FieldRow, Form } from '../../../ui/form/form.tsx'
import { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { Page } from '../../../ui/page.tsx'
import { markOrdersOld, staffOrderById } from '../../queries.ts'
import { ClientProductSearch } from '../../stock/client-product-search.tsx'
import { useShortageFaults } from '../../stock/shortage-faults.ts'
import { useStaffUnits } from '../../stock/use-staff-units.ts'
import { addedLine, type ChangeFields, changeOf, fieldsOf, keepsAddress } from './fields.ts'
import styles from './line.module.css'
import { ChangedLineFields } from './line.tsx'
import { RecipientField } from './recipient.tsx'

const route = getRouteApi('/shell/warehouse/orders/$id/change')

export function ChangeStaffOrder() {
  const { id } = route.useParams()
  return (
    <Detail query={staffOrderById(id)}>
      {(order) =>
        actionsIn(order.status, 'staff').includes('update') ? (
          <ChangeForm key={id} order={order} />
        ) : (
          <NotChangeable {...order} />
        )
      }
    </Detail>
  )
}

function ChangeForm({ order }: { order: StaffOrderDetail }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const types = useDeliveryTypes()
  const [initial] = useState(() => fieldsOf(order))
  const form = useContractForm<ChangeFields, StaffOrderDetail>({
    rules,
    initial,
    draft: `warehouse.orders.change.${order.id}`,
    body: (values) => changeOf(order, values, unitOf),
    check: ({ reason }) =>
      reason.trim() === '' ? [{ pointer: '/reason', detail: t`Say why; the client reads it` }] : [],
    send: async (values) => {
      try {
        return await backoffice.orders.update(order.id, changeOf(order, values, unitOf))
      } catch (error) {
        // A colleague or the client may have changed the order, or decided on it: the page shows that.
        markOrdersOld()
        throw error
      }
    },
    faults: useShortageFaults(linesOf),
    done: (changed) => {
      queryClient.setQueryData(staffOrderById(order.id).queryKey, changed)
      markOrdersOld()
      return navigate({ to: '/warehouse/orders/$id', params: { id: order.id } })
    },
  })
  const { items, delivery_type, destinatario_id, recipient_name, revision } = form.values
  const unitOf = useStaffUnits(items.map(({ product_id }) => product_id))
  const hasOwnAddress = keepsAddress(order, form.values)
  const { error: _, ...type } = form.getInputProps('delivery_type')
  return (
    <ChangePage order={order}>
      <ChangedMeanwhile
        order={order}
        since={revision}
        unitOf={unitOf}
        takeOver={() => form.replaceWith(fieldsOf(order), t`The form has the order as it is now.`)}
      />
      <Form form={form} submitLabel={t`Save the change`}>
        <Card title={t`Delivery`}>
          <RecipientField
            clientId={order.client_id}
            name={recipient_name}
            error={form.errors['destinatario_id']}
            description={
              destinatario_id !== order.destinatario_id && delivery_type === 'envio'
                ? t`The goods go to the address of this recipient.`
                : undefined
            }
            choose={({ id, name }) => form.setValues({ destinatario_id: id, recipient_name: name })}
          />
          <SegmentedControl
            mt="md"
            aria-label={t`Kind of delivery`}
            data={Object.entries(types).map(([value, label]) => ({ value, label }))}
            {...type}
          />
          {hasOwnAddress && delivery_type === 'envio' ? <AddressFields field={form.getInputProps} /> : null}
          <TextInput
            mt="md"
            label={t`Reference of the client`}
            autoComplete="off"
            {...form.getInputProps('reference')}
          />
        </Card>
        <Lines order={order} form={form} />
        <Card title={t`Notes`}>
          <Textarea aria-label={t`Notes`} autosize minRows={2} {...form.getInputProps('notes')} />
        </Card>
        <Card title={t`Reason`}>
          <Textarea
            label={t`Reason, which the client reads`}
            withAsterisk
            autosize
            minRows={2}
            {...form.getInputProps('reason')}
          />
        </Card>
      </Form>
    </ChangePage>
  )
}

type ChangeFormState = ReturnType<typeof useContractForm<ChangeFields, StaffOrderDetail>>

function Lines({ order, form }: { order: StaffOrderDetail; form: ChangeFormState }) {
  const { t } = useLingui()
  const search = useRef<HTMLInputElement>(null)
  const quantity = useRef<HTMLInputElement>(null)
  const [lineToFocus, setLineToFocus] = useState<string | null>(null)
  useEffect(() => {
    if (lineToFocus) quantity.current?.focus()
  }, [lineToFocus])
  const labels = new Map(
    order.distribution_order_items.map(({ product_id, products }) => [product_id, products]),
  )
  const add = (productId: string) => {
    const line = addedLine(productId)
    form.insertListItem('items', line)
    setLineToFocus(line.id)
  }
  return (
    <Card title={t`Products`} flush>
      <ol className={styles['lines']}>
        {form.values.items.map((line, index) => (
          <ChangedLineFields
            key={line.id}
            line={line}
            label={labels.get(line.product_id)}
            path={`items.${index}`}
            field={(path) => form.getInputProps(path)}
            quantityRef={line.id === lineToFocus ? quantity : undefined}
            next={() => search.current?.focus()}
            remove={(name) => form.removeLine('items', index, t`${name} was removed.`)}
          />
        ))}
      </ol>
      <div className={styles['search']}>
        <ClientProductSearch
          inputRef={search}
          label={t`Add a product`}
          clientId={order.client_id}
          error={form.errors['items']}
          choose={add}
        />
      </div>
    </Card>
  )
}

function AddressFields({ field }: { field: ChangeFormState['getInputProps'] }) {
  const { t } = useLingui()
  return (
    <>
      <TextInput mt="md" label={t`Street and number`} {...field('delivery_address')} />
      <FieldRow>
        <TextInput label={t`City`} {...field('delivery_city')} />
        <ProvinceField label={t`Province`} {...field('delivery_province')} />
      </FieldRow>
      <TextInput label={t`Contact`} {...field('delivery_contact')} />
    </>
  )
}

function NotChangeable(order: StaffOrderDetail) {
  const { t } = useLingui()
  return (
    <ChangePage order={order}>
      <Card title={t`The order can no longer be changed`}>
        <p>{t`It has been approved, rejected or cancelled meanwhile.`}</p>
        <p>
          <ButtonLink to="/warehouse/orders/$id" params={{ id: order.id }}>
            {t`Show the order`}
          </ButtonLink>
        </p>
      </Card>
    </ChangePage>
  )
}

function ChangePage({ order, children }: { order: StaffOrderDetail; children: ReactNode }) {
  const { t } = useLingui()
  const { id, order_number: number, status } = order
  return (
    <Page
      title={t`Change order ${number}`}
      mark={<OrderChip status={status} />}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/orders', label: t`Orders` },
        { to: `/warehouse/orders/${id}`, label: number },
      ]}
    >
      {children}
    </Page>
  )
}

const linesOf = (
  { product_id, vintage_year }: { product_id: string; vintage_year?: number | undefined },
  { items }: ChangeFields,
) =>
  items.flatMap((line, index) =>
    line.product_id === product_id &&
    (vintage_year === undefined || line.vintage_year === String(vintage_year))
      ? [`/items/${index}/quantity`]
      : [],
  )
