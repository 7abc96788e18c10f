// Corrects the stock of a product: goods that were found, are missing or are broken.
import rules from 'contract:backoffice/POST /stock/adjustments'
import type { Lot, StaffStockRow } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ById, markOld, startReading } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Card } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { today } from '../../ui/format.ts'
import { QuantityField, YearField } from '../../ui/number/number-fields.tsx'
import { ActionPage } from './action-page.tsx'
import { type AdjustFields, adjustmentOf, changesOf, withoutLot } from './adjustment.ts'
import { effectOf } from './effect.ts'
import { EffectTable } from './effect-table.tsx'
import { useLotChoices } from './lot-choices.ts'
import { staffLotsOf, staffStockOf } from './queries.ts'
import { useShortageFaults } from './shortage-faults.ts'

const route = getRouteApi('/shell/warehouse/stock/$id/adjust')

export const load = ({ params }: ById) => startReading(staffStockOf(params.id))

export function AdjustStock() {
  const { id } = route.useParams()
  return <Detail query={staffStockOf(id)}>{(row) => <WithLots row={row} />}</Detail>
}

function WithLots({ row }: { row: StaffStockRow }) {
  return (
    <Detail query={staffLotsOf(row.client_id, row.product_id)}>
      {({ data }) => <AdjustForm row={row} lots={data} />}
    </Detail>
  )
}

function AdjustForm({ row, lots }: { row: StaffStockRow; lots: readonly Lot[] }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { lot_id: given } = route.useSearch()
  // The lot in the URL is ignored if it is empty or cannot be chosen.
  const lot_id = lots.find(({ id }) => id === given)?.id ?? ''
  const { product_id, products } = row
  const unit = products.unit_type
  const choicesOf = useLotChoices(unit)
  const form = useContractForm<AdjustFields, unknown>({
    rules,
    initial: { ...nothing, product_id, lot_id },
    draft: `adjust.${product_id}.${lot_id}`,
    body: (values) => adjustmentOf(values, unit),
    send: (values, options) => backoffice.stock.adjustments.create(adjustmentOf(values, unit), options),
    faults: useShortageFaults(() => ['/delta']),
    done: () => {
      markOld('stock')
      return navigate({ to: '/warehouse/stock/$id', params: { id: product_id } })
    },
  })
  const { direction } = form.values
  const isNewLot = direction === 'in' && form.values.lot_id === ''
  const changes = changesOf(form.values, unit, lots)
  const stock = { quantity: row.quantity, reserved: row.reserved_quantity ?? 0, lots }
  return (
    <ActionPage row={row} title={t`Adjust the stock`}>
      <Form
        form={form}
        submitLabel={t`Adjust`}
        cancel={() => void navigate({ to: '/warehouse/stock/$id', params: { id: product_id } })}
      >
        <Card title={t`What was found`}>
          <Stack gap={14}>
            <FieldRow>
              <NativeSelect
                label={t`Correction`}
                data={[
                  { value: 'out', label: t`Less than recorded: take out` },
                  { value: 'in', label: t`More than recorded: add` },
                ]}
                {...form.getInputProps('direction')}
              />
              <QuantityField label={t`Quantity`} unit={unit} withAsterisk {...form.getInputProps('delta')} />
              <NativeSelect
                label={t`Lot`}
                data={[
                  {
                    value: '',
                    label: direction === 'in' ? t`Another lot` : t`Expired first, then first to expire`,
                  },
                  ...choicesOf(lots),
                ]}
                {...form.getInputProps('lot_id')}
              />
            </FieldRow>
            {isNewLot ? (
              <FieldRow>
                <TextInput
                  label={t`Lot number`}
                  placeholder={withoutLot}
                  {...form.getInputProps('lot_number')}
                />
                <TextInput type="date" label={t`Expires`} {...form.getInputProps('expiry_date')} />
                <YearField label={t`Vintage`} {...form.getInputProps('vintage_year')} />
              </FieldRow>
            ) : null}
            <TextInput
              label={t`Reason`}
              description={t`It is kept in the ledger`}
              withAsterisk
              {...form.getInputProps('reason')}
            />
          </Stack>
        </Card>
        <EffectTable label={t`What it will do`} effect={effectOf(stock, changes, today())} unit={unit} />
      </Form>
    </ActionPage>
  )
}

const nothing: Omit<AdjustFields, 'product_id' | 'lot_id'> = {
  direction: 'out',
  delta: '',
  lot_number: '',
  expiry_date: '',
  vintage_year: '',
  reason: '',
}
