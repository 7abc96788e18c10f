import rules from 'contract:backoffice/PATCH /products/{id}'
import type { Product } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Modal } from '../../ui/modal.tsx'

type Fields = { name: string; sku: string; gtin: string }

export function EditProduct({ product, close }: { product: Product; close: () => void }) {
  const { t } = useLingui()
  const form = useContractForm<Fields, Product>({
    rules,
    initial: { name: product.name, sku: product.sku, gtin: product.gtin ?? '' },
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
      </Form>
    </Modal>
  )
}

/** An emptied bar code is removed; name and SKU are required. */
const bodyOf = ({ name, sku, gtin }: Fields) => ({ name, sku, gtin: gtin.trim() || null })
