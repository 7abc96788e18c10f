// Goods come into the sandbox: without notice, or those that were announced.
import rules from 'contract:portal/POST /sandbox/receive'
import type { SandboxReceipt } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { markOld } from '../../shared/api.ts'
import { sandbox } from '../../shared/sandbox.ts'
import { Card } from '../../ui/card.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { lastDate } from '../../ui/form/last-date.ts'
import { useContractForm, withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { showNotice } from '../../ui/notices.tsx'
import { QuantityField, YearField } from '../../ui/number/number-fields.tsx'
import { calendarYear, quantityIn } from '../../ui/number/read-number.ts'
import { numberToSend } from '../../ui/number/typed-number.ts'
import { Announced } from './announced.tsx'
import { AsRequest } from './as-request.tsx'
import { type ChosenProduct, ProductField } from './product-field.tsx'

type Line = {
  product: ChosenProduct | null
  quantity: string
  lot_number: string
  expiry_date: string
  vintage_year: string
}
const noLine: Line = { product: null, quantity: '', lot_number: '', expiry_date: '', vintage_year: '' }

const receiptOf = ({ items }: { items: readonly Line[] }) => ({
  items: items.map(({ product, quantity, lot_number, expiry_date, vintage_year }) =>
    withoutEmpty({
      product_id: product?.id ?? '',
      quantity: numberToSend(quantity, quantityIn(product?.unit_type ?? '')),
      lot_number: lot_number.trim(),
      expiry_date,
      vintage_year: numberToSend(vintage_year, calendarYear),
    }),
  ),
})

export function GoodsCard() {
  const { t } = useLingui()
  const bodyOf = (values: { items: Line[] }) => receiptOf(values) as SandboxReceipt
  const form = useContractForm({
    rules,
    initial: { items: [noLine] },
    body: bodyOf,
    send: (values, options) => sandbox.receive(bodyOf(values), options),
    done: ({ id }) => {
      for (const topic of ['stock', 'remitos']) markOld(topic)
      showNotice({
        content: (
          <Trans>
            The goods came in.{' '}
            <Link to="/remitos/$id" params={{ id }}>
              See the remito
            </Link>
          </Trans>
        ),
      })
      form.setValues({ items: [noLine] })
    },
  })
  const unit = form.values.items[0]?.product?.unit_type ?? ''
  return (
    <Card title={t`Goods in`}>
      <Form form={form} submitLabel={t`Receive`} isQuiet>
        <FieldRow>
          <ProductField
            value={form.values.items[0]?.product ?? null}
            onChange={(product) => form.setFieldValue('items.0.product', product)}
            error={form.errors['items.0.product_id']}
          />
          <QuantityField
            label={t`Quantity`}
            unit={unit}
            withAsterisk
            {...form.getInputProps('items.0.quantity')}
          />
        </FieldRow>
        <FieldRow>
          <TextInput label={t`Lot`} autoComplete="off" {...form.getInputProps('items.0.lot_number')} />
          <TextInput
            type="date"
            label={t`Expires`}
            max={lastDate}
            {...form.getInputProps('items.0.expiry_date')}
          />
          <YearField label={t`Vintage`} {...form.getInputProps('items.0.vintage_year')} />
        </FieldRow>
      </Form>
      <AsRequest path="/sandbox/receive" body={bodyOf(form.values)} />
      <Announced />
    </Card>
  )
}
