import type { RemitoDetail } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { type ById, startReading } from '../../shared/api.ts'
import { RemitoChip, useRemitoName } from '../../shared/remitos/remito-types.tsx'
import { totalsText, useUnits } from '../../shared/stock/units.ts'
import { Card, Columns, Stacked } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { Page } from '../../ui/page.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProductCell } from '../../ui/product-cell.tsx'
import { Quantity } from '../../ui/values.tsx'
import { LotCell } from '../orders/lot-cell.tsx'
import { Parties } from './parties.tsx'
import { PdfButton, PrintPdfButton } from './pdf-button.tsx'
import { remitoById } from './queries.ts'
import { RemitoFacts } from './remito-facts.tsx'

const route = getRouteApi('/shell/remitos/$id')

export const load = ({ params }: ById) => startReading(remitoById(params.id))

export function RemitoDetailPage() {
  const { id } = route.useParams()
  return <Detail query={remitoById(id)}>{(remito) => <RemitoPage {...remito} />}</Detail>
}

function RemitoPage(remito: RemitoDetail) {
  const { t } = useLingui()
  const name = useRemitoName()(remito)
  const actions = (
    <>
      <PrintPdfButton id={remito.id} />
      <PdfButton {...remito} label={t`Download PDF`} />
    </>
  )
  return (
    <Page
      title={t`Remito ${name}`}
      mark={<RemitoChip status={remito.status} />}
      crumbs={[{ to: '/remitos', label: t`Remitos` }]}
      actions={actions}
    >
      <Columns columns="2fr 1fr">
        <Items {...remito} />
        <Stacked>
          <RemitoFacts {...remito} />
          <Parties {...remito} />
        </Stacked>
      </Columns>
    </Page>
  )
}

type Item = RemitoDetail['distribution_remito_items'][number]

function Items({ distribution_remito_items: items }: RemitoDetail) {
  const { t } = useLingui()
  const unitOf = useUnits(items.map(({ product_id }) => product_id))
  const columns: Column<Item>[] = [
    {
      id: 'product',
      label: t`Product`,
      cell: ({ product_id, products, vintage_year, notes }) => (
        <ProductCell id={product_id} {...products}>
          {[vintage_year ? t`vintage ${vintage_year}` : null, notes].filter(Boolean).join(' · ')}
        </ProductCell>
      ),
    },
    { id: 'lot', label: t`Lot`, cell: (item) => <LotCell {...item} /> },
    {
      id: 'expiry',
      label: t`Expires`,
      from: 'sm',
      cell: ({ expiry_date }) => <Expiry date={expiry_date} />,
    },
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ quantity, product_id }) => <Quantity value={quantity} unit={unitOf(product_id)} />,
    },
  ]
  const total = totalsText(items.map(({ quantity, product_id }) => ({ quantity, unit: unitOf(product_id) })))
  const lines = plural(items.length, { one: '# line', other: '# lines' })
  return (
    <Card title={t`Products`} aside={t`${total} in ${lines}`} flush>
      <PlainTable label={t`Products`} columns={columns} rows={items} rowKey={({ id }) => id} />
    </Card>
  )
}
