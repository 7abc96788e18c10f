import rules from 'contract:backoffice/POST /clients/{id}/products'
import type { NewProduct, Product } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button, Modal, Select, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { markOld } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Empty } from '../../ui/empty.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm, withoutEmpty } from '../../ui/form/use-contract-form.ts'
import { unitName } from '../../ui/values.tsx'
import { backoffice } from '../api.ts'
import { productsOf } from '../queries.ts'

export function ProductsOfClient({ clientId, mayWrite }: { clientId: string; mayWrite: boolean }) {
  const { t } = useLingui()
  const [isAdding, setAdding] = useState(false)
  const add = mayWrite ? <Button onClick={() => setAdding(true)}>{t`Add a product`}</Button> : null
  const columns: Column<Product>[] = [
    {
      id: 'name',
      label: t`Product`,
      cell: ({ id, name }) => (
        <Link to="/warehouse/stock/$id" params={{ id }}>
          {name}
        </Link>
      ),
    },
    { id: 'sku', label: t`SKU`, cell: ({ sku }) => <span className="mono">{sku}</span> },
    { id: 'unit', label: t`Unit`, from: 'sm', cell: ({ unit_type }) => unitName(1, unit_type) },
  ]
  return (
    <Card title={t`Products`} aside={add} flush>
      <DataTable
        label={t`Products`}
        query={productsOf(clientId)}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title={t`No products yet`}>{t`Goods can be received once their product is here.`}</Empty>
        }
      />
      {isAdding ? <AddProduct clientId={clientId} close={() => setAdding(false)} /> : null}
    </Card>
  )
}

function AddProduct({ clientId, close }: { clientId: string; close: () => void }) {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial: { name: '', sku: '', unit_type: 'caja', gtin: '' },
    draft: `products.${clientId}`,
    send: (values, options) =>
      backoffice.clients.products.create(clientId, withoutEmpty(values) as unknown as NewProduct, options),
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
          <Select
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
