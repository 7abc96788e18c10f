import rules from 'contract:backoffice/POST /clients/{id}/products'
import type { NewProduct } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Modal } from '../../ui/modal.tsx'
import { unitName } from '../../ui/values.tsx'

const initial: Pick<NewProduct, 'name' | 'sku' | 'unit_type'> & { gtin: string } = {
  name: '',
  sku: '',
  unit_type: 'caja',
  gtin: '',
}

export function AddProduct({ clientId, close }: { clientId: string; close: () => void }) {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial,
    draft: `products.${clientId}`,
    send: ({ gtin, ...product }, options) =>
      backoffice.clients.products.create(clientId, gtin ? { ...product, gtin } : product, options),
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
      </Form>
    </Modal>
  )
}
