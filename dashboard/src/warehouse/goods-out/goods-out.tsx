// Goods leave the warehouse without an order: one egreso, from the lots that are named or from those that expire first.
import rules from 'contract:backoffice/POST /remitos'
import { useLingui } from '@lingui/react/macro'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { markOld } from '../../api.ts'
import { Card } from '../../ui/card.tsx'
import { FieldRow, Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { backoffice } from '../api.ts'
import { useClientNames } from '../client-name.tsx'
import { ClientProductSearch } from '../stock/client-product-search.tsx'
import { useShortageFaults } from '../stock/shortage-faults.ts'
import { useGoodsPreview } from '../stock/use-goods-preview.ts'
import { countedItems, egresoOf, type GoodsOutFields, isCounted, newGoodsLine, noGoods } from './fields.ts'
import { GoodsOutTotals } from './goods-out-totals.tsx'
import { GoodsLineFields, goodsQuantityId } from './line.tsx'
import styles from './lines.module.css'

const route = getRouteApi('/shell/warehouse/goods-out')

export function GoodsOut() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { client_id: givenClient, product_id: givenProduct } = route.useSearch()
  const { choices } = useClientNames()
  const search = useRef<HTMLInputElement>(null)
  const [lineToFocus, setLineToFocus] = useState<string | null>(null)
  const form = useContractForm<GoodsOutFields, { id: string }>({
    rules,
    initial: noGoods(),
    draft: 'goods-out',
    body: egresoOf,
    send: (values, options) => backoffice.remitos.create(egresoOf(values), options),
    faults: useShortageFaults('', linesOf),
    done: ({ id }) => {
      for (const topic of ['remitos', 'stock']) markOld(topic)
      return navigate({ to: '/warehouse/remitos/$id', params: { id } })
    },
  })
  const { client_id, items } = form.values
  const { preview, error } = useGoodsPreview(countedItems(items))

  useEffect(() => {
    if (lineToFocus) document.getElementById(goodsQuantityId(lineToFocus))?.focus()
  }, [lineToFocus])
  const add = (productId: string) => {
    const line = newGoodsLine(productId)
    form.insertListItem('items', line)
    setLineToFocus(line.id)
  }
  // From the page of a product: its client and a line of it, in place of what another client's draft has.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the draft is restored
  useEffect(() => {
    if (!givenClient) return
    const drafted = form.getValues()
    if (drafted.client_id !== givenClient) form.setValues(noGoods(givenClient))
    if (givenProduct && !form.getValues().items.some((line) => line.product_id === givenProduct))
      add(givenProduct)
    void navigate({ to: '/warehouse/goods-out', search: {}, replace: true })
  }, [givenClient, givenProduct])

  const previewOf = (index: number) => preview?.items[items.slice(0, index).filter(isCounted).length]
  const actions =
    items.length > 0 ? <Button onClick={() => form.discardDraft()}>{t`Start over`}</Button> : null
  return (
    <Page title={t`Goods out`} crumbs={[{ to: '/warehouse', label: t`Warehouse` }]} actions={actions}>
      <Form form={form} submitLabel={t`Issue the remito`}>
        <Card title={t`Remito`}>
          <FieldRow>
            <NativeSelect
              label={t`Client`}
              withAsterisk
              disabled={items.length > 0}
              data={[{ value: '', label: t`Choose a client` }, ...choices]}
              {...form.getInputProps('client_id')}
            />
            <TextInput label={t`Date`} type="date" {...form.getInputProps('date')} />
          </FieldRow>
        </Card>
        <Card title={t`Products`} aside={<GoodsOutTotals items={items} />} flush>
          <ol className={styles['lines']}>
            {items.map((line, index) => (
              <GoodsLineFields
                key={line.id}
                line={line}
                path={`items.${index}`}
                field={(path) => form.getInputProps(path)}
                picked={isCounted(line) ? previewOf(index) : undefined}
                next={() => search.current?.focus()}
                remove={() => form.removeListItem('items', index)}
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
