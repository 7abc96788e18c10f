// Goods leave the warehouse without an order: one egreso, from the named lots or from those that expire first.
import rules from 'contract:backoffice/POST /remitos'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, TextInput } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { totalsText } from '../../shared/stock/units.ts'
import { Card } from '../../ui/card.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { typedQuantity } from '../../ui/number/typed-number.ts'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { ClientField } from '../client-field.tsx'
import { ClientProductSearch } from '../stock/client-product-search.tsx'
import { useShortageFaults } from '../stock/shortage-faults.ts'
import { useGoodsPreview } from '../stock/use-goods-preview.ts'
import { useStaffUnits } from '../stock/use-staff-units.ts'
import { countedItems, egresoOf, type GoodsOutFields, newGoodsLine, noGoods } from './fields.ts'
import { GoodsLineFields } from './line.tsx'
import styles from './lines.module.css'
import { RecipientFields } from './recipient-fields.tsx'

const route = getRouteApi('/shell/warehouse/goods-out')

export function GoodsOut() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { client_id: givenClient, product_id: givenProduct } = route.useSearch()
  const search = useRef<HTMLInputElement>(null)
  const quantity = useRef<HTMLInputElement>(null)
  const [lineToFocus, setLineToFocus] = useState<string | null>(null)
  const form = useContractForm<GoodsOutFields, { id: string }>({
    rules,
    initial: noGoods(),
    draft: 'goods-out',
    body: (values) => egresoOf(values, unitOf),
    send: (values, options) => backoffice.remitos.create(egresoOf(values, unitOf), options),
    faults: useShortageFaults(linesOf),
    done: ({ id }) => {
      for (const topic of ['remitos', 'stock']) markOld(topic)
      return navigate({ to: '/warehouse/remitos/$id', params: { id } })
    },
  })
  const { client_id, items } = form.values
  const unitOf = useStaffUnits(items.map(({ product_id }) => product_id))
  const counted = countedItems(items, unitOf)
  const { preview, error } = useGoodsPreview(counted)

  useEffect(() => {
    if (lineToFocus) quantity.current?.focus()
  }, [lineToFocus])
  const add = (productId: string) => {
    const line = newGoodsLine(productId)
    form.insertListItem('items', line)
    setLineToFocus(line.id)
  }
  // A link from a product's page sets the client and adds the product. It replaces the draft of another client.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, after the draft is restored
  useEffect(() => {
    if (!givenClient) return
    void navigate({ to: '/warehouse/goods-out', search: {}, replace: true }).then(() => {
      const drafted = form.getValues()
      if (drafted.items.length > 0 && drafted.client_id !== givenClient)
        form.replaceWith(noGoods(givenClient), t`The lines of another client were discarded.`)
      else form.setFieldValue('client_id', givenClient)
      if (givenProduct && !form.getValues().items.some((line) => line.product_id === givenProduct))
        add(givenProduct)
    })
  }, [givenClient, givenProduct])

  const previewOf = (index: number) => preview?.items[countedItems(items.slice(0, index), unitOf).length]
  const withUnits = counted.map(({ quantity, product_id }) => ({ quantity, unit: unitOf(product_id) }))
  const actions = items.length > 0 ? <Button onClick={form.discardDraft}>{t`Start over`}</Button> : null
  return (
    <Page title={t`Goods out`} crumbs={[{ to: '/warehouse', label: t`Warehouse` }]} actions={actions}>
      <Form form={form} submitLabel={t`Issue the remito`}>
        <Card title={t`Remito`}>
          <FieldRow>
            <ClientField
              label={t`Client`}
              placeholder={t`Choose a client`}
              withAsterisk
              disabled={items.length > 0}
              {...form.getInputProps('client_id')}
              value={client_id}
            />
            <TextInput label={t`Date`} type="date" {...form.getInputProps('date')} />
          </FieldRow>
          <RecipientFields form={form} />
        </Card>
        <Card title={t`Products`} aside={<GoodsOutTotals counted={withUnits} />} flush>
          <ol className={styles['lines']}>
            {items.map((line, index) => (
              <GoodsLineFields
                key={line.id}
                line={line}
                path={`items.${index}`}
                field={(path) => form.getInputProps(path)}
                leaving={typedQuantity(line, unitOf)}
                picked={typedQuantity(line, unitOf) > 0 ? previewOf(index) : undefined}
                shortage={preview?.shortages.find(({ product_id }) => product_id === line.product_id)}
                quantityRef={line.id === lineToFocus ? quantity : undefined}
                next={() => search.current?.focus()}
                remove={(name) => form.removeLine('items', index, t`${name} was removed.`, ['client_id'])}
              />
            ))}
          </ol>
          {error ? <ProblemNote error={error} /> : null}
          <div className={styles['search']}>
            <ClientProductSearch
              inputRef={search}
              label={t`Add a product`}
              clientId={client_id}
              error={form.errors['items']}
              choose={add}
            />
          </div>
        </Card>
      </Form>
    </Page>
  )
}

const linesOf = ({ product_id }: { product_id: string }, { items }: GoodsOutFields) =>
  items.flatMap((line, index) => (line.product_id === product_id ? [`/items/${index}/quantity`] : []))

/** The total quantity that leaves, by unit. */
export function GoodsOutTotals({ counted }: { counted: readonly { quantity: number; unit: string }[] }) {
  const { t } = useLingui()
  const total = totalsText(counted)
  const count = plural(counted.length, { one: '# line', other: '# lines' })
  return <span role="status">{counted.length > 0 ? t`${total} in ${count}` : ''}</span>
}
