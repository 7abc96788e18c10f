// Goods change owner: from a product of one client to a product of another.
import rules from 'contract:backoffice/POST /stock/transfers'
import type { NewTransfer, StaffStockRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { markOld } from '../../api.ts'
import { Card, Columns } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { backoffice } from '../api.ts'
import { useClientNames } from '../client-name.tsx'
import { ActionPage } from './action-page.tsx'
import { ClientProductSearch } from './client-product-search.tsx'
import { useLotChoices } from './lot-choices.ts'
import { QuantityInput } from './quantity-input.tsx'
import { staffLotsOf, staffStockOf } from './queries.ts'
import { useShortageFaults } from './shortage-faults.ts'
import { TransferEffect } from './transfer-effect.tsx'

const route = getRouteApi('/shell/warehouse/stock/$id/transfer')

type Fields = {
  from_product_id: string
  /** Not sent: the product says it. */
  client_id: string
  to_product_id: string
  quantity: number | ''
  lot_id: string
  reason: string
}

export function TransferStock() {
  const { id } = route.useParams()
  return <Detail query={staffStockOf(id)}>{(row) => <TransferForm row={row} />}</Detail>
}

function TransferForm({ row }: { row: StaffStockRow }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { client_id, product_id, products } = row
  const unit = products.unit_type
  const { choices } = useClientNames()
  const lots = useQuery(staffLotsOf(client_id, product_id)).data?.data ?? []
  const choicesOf = useLotChoices(unit)
  const form = useContractForm<Fields, unknown>({
    rules,
    initial: {
      from_product_id: product_id,
      client_id: '',
      to_product_id: '',
      quantity: '',
      lot_id: '',
      reason: '',
    },
    draft: `transfer.${product_id}`,
    body: bodyOf,
    send: (values, options) => backoffice.stock.transfers.create(bodyOf(values), options),
    faults: useShortageFaults(unit, () => ['/quantity']),
    done: () => {
      markOld('stock')
      return navigate({ to: '/warehouse/stock/$id', params: { id: product_id } })
    },
  })
  const { values } = form
  return (
    <ActionPage row={row} title={t`Transfer to another client`}>
      <Form
        form={form}
        submitLabel={t`Transfer the goods`}
        cancel={() => void navigate({ to: '/warehouse/stock/$id', params: { id: product_id } })}
      >
        <Columns columns="1fr 1fr">
          <Card title={t`What`}>
            <FieldRow>
              <QuantityInput
                label={t`Quantity`}
                unit={unit}
                withAsterisk
                {...form.getInputProps('quantity')}
              />
              <NativeSelect
                label={t`Lot`}
                data={[
                  { value: '', label: t`First to expire first` },
                  ...choicesOf(lots.filter(({ hold }) => hold === null)),
                ]}
                {...form.getInputProps('lot_id')}
              />
            </FieldRow>
          </Card>
          <Card title={t`To whom`}>
            <FieldRow>
              <NativeSelect
                label={t`Client`}
                withAsterisk
                data={[
                  { value: '', label: t`Choose a client` },
                  ...choices.filter(({ value }) => value !== client_id),
                ]}
                value={values.client_id}
                onChange={({ currentTarget }) =>
                  form.setValues({ client_id: currentTarget.value, to_product_id: '' })
                }
              />
              <ClientProductSearch
                key={values.client_id}
                label={t`Product`}
                withAsterisk
                clientId={values.client_id}
                unit={unit}
                chosenId={values.to_product_id}
                error={form.errors['to_product_id']}
                choose={(id) => form.setFieldValue('to_product_id', id)}
              />
            </FieldRow>
          </Card>
        </Columns>
        <TextInput
          label={t`Reason`}
          description={t`It is kept in the ledger`}
          withAsterisk
          {...form.getInputProps('reason')}
        />
        <TransferEffect
          row={row}
          lots={lots}
          toProductId={values.to_product_id}
          quantity={Number(values.quantity) || 0}
          lotId={values.lot_id}
        />
      </Form>
    </ActionPage>
  )
}

const bodyOf = ({ client_id: _, ...values }: Fields) => withoutEmpty(values) as unknown as NewTransfer
