// Transfers goods from a product of one client to a product of another.

import rules from 'contract:backoffice/POST /stock/transfers'
import type { NewTransfer, StaffStockRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ById, markOld, startReading } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Card, Columns } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { QuantityField } from '../../ui/number/number-fields.tsx'
import { quantityIn } from '../../ui/number/read-number.ts'
import { numberToSend, typedNumber } from '../../ui/number/typed-number.ts'
import { ClientField } from '../client-field.tsx'
import { ActionPage } from './action-page.tsx'
import { ClientProductSearch } from './client-product-search.tsx'
import { useLotChoices } from './lot-choices.ts'
import { staffLotsOf, staffStockOf } from './queries.ts'
import { useShortageFaults } from './shortage-faults.ts'
import { TransferEffect } from './transfer-effect.tsx'

const route = getRouteApi('/shell/warehouse/stock/$id/transfer')

export const load = ({ params }: ById) => startReading(staffStockOf(params.id))

type Fields = {
  from_product_id: string
  /** Not sent, because the product implies it. */
  client_id: string
  to_product_id: string
  /** The quantity as it was typed. */
  quantity: string
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
    body: (values) => bodyOf(values, unit),
    send: (values, options) => backoffice.stock.transfers.create(bodyOf(values, unit), options),
    faults: useShortageFaults(() => ['/quantity']),
    done: () => {
      markOld('stock')
      return navigate({ to: '/warehouse/stock/$id', params: { id: product_id } })
    },
  })
  const { values } = form
  const changeClient = (id: string) => {
    const { client_id, to_product_id } = values
    form.setValues({ client_id: id, to_product_id: '' })
    if (to_product_id)
      form.offerBack(t`The product was cleared with the client.`, (now) => ({
        ...now,
        client_id,
        to_product_id,
      }))
  }
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
              <QuantityField
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
              <ClientField
                label={t`Client`}
                placeholder={t`Choose a client`}
                withAsterisk
                without={client_id}
                value={values.client_id}
                onChange={changeClient}
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
          quantity={typedNumber(values.quantity, quantityIn(unit)) ?? 0}
          lotId={values.lot_id}
        />
      </Form>
    </ActionPage>
  )
}

const bodyOf = ({ client_id: _, quantity, lot_id, ...values }: Fields, unit: string): NewTransfer => ({
  ...values,
  // The contract's rules reject missing or unreadable numbers before anything is sent.
  quantity: numberToSend(quantity, quantityIn(unit)) as number,
  ...(lot_id ? { lot_id } : {}),
})
