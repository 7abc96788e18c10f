import rules from 'contract:backoffice/PATCH /products/{id}'
import type { Product } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { formatPlainNumber } from '../../ui/format.ts'
import { Modal } from '../../ui/modal.tsx'
import { QuantityField } from '../../ui/number/number-fields.tsx'
import { quantityIn } from '../../ui/number/read-number.ts'
import { numberToSend } from '../../ui/number/typed-number.ts'

type Fields = { name: string; sku: string; gtin: string; location: string; weight_kg: string }

export function EditProduct({ product, close }: { product: Product; close: () => void }) {
  const { t } = useLingui()
  const form = useContractForm<Fields, Product>({
    rules,
    initial: {
      name: product.name,
      sku: product.sku,
      gtin: product.gtin ?? '',
      location: product.location ?? '',
      weight_kg: product.weight_kg === null ? '' : formatPlainNumber(product.weight_kg),
    },
    draft: `product.${product.id}`,
    body: bodyOf,
    send: (values) => backoffice.products.update(product.id, bodyOf(values)),
    done: () => {
      markOld('stock')
      close()
    },
  })
  return (
    <Modal opened onClose={close} title={t`Edit the product`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Form form={form} submitLabel={t`Save`} cancel={close}>
        <TextInput label={t`Name`} withAsterisk data-autofocus {...form.getInputProps('name')} />
        <FieldRow>
          <TextInput label={t`SKU`} withAsterisk {...form.getInputProps('sku')} />
          <TextInput label={t`Bar code (GTIN)`} inputMode="numeric" {...form.getInputProps('gtin')} />
        </FieldRow>
        <FieldRow>
          <TextInput label={t`Location`} autoComplete="off" {...form.getInputProps('location')} />
          <QuantityField label={t`Weight of a unit`} unit="kg" {...form.getInputProps('weight_kg')} />
        </FieldRow>
      </Form>
    </Modal>
  )
}

/** An emptied bar code, location or weight is removed; name and SKU are required. */
const bodyOf = ({ name, sku, gtin, location, weight_kg }: Fields) => ({
  name,
  sku,
  gtin: gtin.trim() || null,
  location: location.trim() || null,
  weight_kg: weight_kg.trim() ? (numberToSend(weight_kg, quantityIn('kg')) as number) : null,
})
