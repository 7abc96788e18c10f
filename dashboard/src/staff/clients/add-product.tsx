import rules from 'contract:backoffice/POST /clients/{id}/products'
import type { NewProduct } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { Modal } from '../../ui/modal.tsx'
import { QuantityField } from '../../ui/number/number-fields.tsx'
import { quantityIn } from '../../ui/number/read-number.ts'
import { numberToSend } from '../../ui/number/typed-number.ts'
import { unitName } from '../../ui/values.tsx'

const initial: Pick<NewProduct, 'name' | 'sku' | 'unit_type'> & {
  gtin: string
  location: string
  weight_kg: string
} = {
  name: '',
  sku: '',
  unit_type: 'caja',
  gtin: '',
  location: '',
  weight_kg: '',
}

export function AddProduct({ clientId, close }: { clientId: string; close: () => void }) {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial,
    draft: `products.${clientId}`,
    body: bodyOf,
    send: (values, options) => backoffice.clients.products.create(clientId, bodyOf(values), options),
    done: () => {
      markOld('stock')
      close()
    },
  })
  const units = (rules.body.properties?.['unit_type']?.enum ?? []) as string[]
  return (
    <Modal opened onClose={close} title={t`Add a product`} closeButtonProps={{ 'aria-label': t`Close` }}>
      <Form form={form} submitLabel={t`Add`} cancel={close}>
        <TextInput label={t`Name`} withAsterisk data-autofocus {...form.getInputProps('name')} />
        <FieldRow>
          <TextInput label={t`SKU`} withAsterisk {...form.getInputProps('sku')} />
          <NativeSelect
            label={t`Unit`}
            data={units.map((value) => ({ value, label: unitName(1, value) }))}
            {...form.getInputProps('unit_type')}
          />
        </FieldRow>
        <TextInput label={t`Bar code (GTIN)`} inputMode="numeric" {...form.getInputProps('gtin')} />
        <FieldRow>
          <TextInput label={t`Location`} autoComplete="off" {...form.getInputProps('location')} />
          <QuantityField label={t`Weight of a unit`} unit="kg" {...form.getInputProps('weight_kg')} />
        </FieldRow>
      </Form>
    </Modal>
  )
}

const bodyOf = ({ weight_kg, ...product }: typeof initial): NewProduct => ({
  ...(withoutEmpty(product) as Omit<NewProduct, 'weight_kg'>),
  ...(weight_kg.trim() ? { weight_kg: numberToSend(weight_kg, quantityIn('kg')) as number } : {}),
})
