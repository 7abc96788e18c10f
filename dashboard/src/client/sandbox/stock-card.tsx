import rules from 'contract:portal/POST /sandbox/adjustments'
import type { NewAdjustment } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { markOld } from '../../shared/api.ts'
import { sandbox } from '../../shared/sandbox.ts'
import { Card } from '../../ui/card.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { showNotice } from '../../ui/notices.tsx'
import { QuantityField } from '../../ui/number/number-fields.tsx'
import { quantityIn } from '../../ui/number/read-number.ts'
import { numberToSend } from '../../ui/number/typed-number.ts'
import { AsRequest } from './as-request.tsx'
import { type ChosenProduct, ProductField } from './product-field.tsx'

type Fields = { product: ChosenProduct | null; direction: string; delta: string; reason: string }
const nothing: Fields = { product: null, direction: 'out', delta: '', reason: '' }

function bodyOf({ product, direction, delta, reason }: Fields): NewAdjustment {
  const quantity = numberToSend(delta, quantityIn(product?.unit_type ?? ''))
  // The contract's rules refuse what is missing or unreadable before it is sent.
  const signed = typeof quantity === 'number' && direction === 'out' ? -quantity : (quantity as number)
  return { product_id: product?.id ?? '', delta: signed, reason: reason.trim() }
}

/** The stock is corrected: goods that were found, are missing or are broken. */
export function StockCard() {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial: nothing,
    body: bodyOf,
    send: (values, options) => sandbox.adjustments.create(bodyOf(values), options),
    done: () => {
      markOld('stock')
      showNotice({ content: t`The stock was corrected.` })
      form.setValues(nothing)
    },
  })
  const { product } = form.values
  return (
    <Card title={t`Correct the stock`}>
      <Form form={form} submitLabel={t`Correct`} isQuiet>
        <FieldRow>
          <ProductField
            value={product}
            onChange={(chosen) => form.setFieldValue('product', chosen)}
            error={form.errors['product_id']}
          />
          <NativeSelect
            label={t`Correction`}
            data={[
              { value: 'out', label: t`Less than recorded: take out` },
              { value: 'in', label: t`More than recorded: add` },
            ]}
            {...form.getInputProps('direction')}
          />
        </FieldRow>
        <FieldRow>
          <QuantityField
            label={t`Quantity`}
            unit={product?.unit_type ?? ''}
            withAsterisk
            {...form.getInputProps('delta')}
          />
          <TextInput label={t`Reason`} withAsterisk {...form.getInputProps('reason')} />
        </FieldRow>
      </Form>
      <AsRequest path="/sandbox/adjustments" body={bodyOf(form.values)} />
    </Card>
  )
}
