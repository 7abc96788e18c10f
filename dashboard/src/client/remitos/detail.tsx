import type { RemitoDetail } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ById, startReading } from '../../shared/api.ts'
import { RemitoChip, useRemitoName, useRemitoTypes } from '../../shared/remitos/remito-types.tsx'
import { useMay, useSession } from '../../shared/session.ts'
import { totalsText, useUnits } from '../../shared/stock/units.ts'
import { Card, Columns, Facts, Stacked } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { Page } from '../../ui/page.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProductCell } from '../../ui/product-cell.tsx'
import { CalendarDate, Moment, Quantity, TaxId } from '../../ui/values.tsx'
import { RecipientName } from '../destinatarios/names.tsx'
import { noticeById } from '../inbound/queries.ts'
import { LotCell } from '../orders/items.tsx'
import { orderById } from '../orders/queries.ts'
import { AcceptanceOfRemito } from './acceptance.tsx'
import { PdfButton, PrintPdfButton } from './pdf-button.tsx'
import { remitoById } from './queries.ts'

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
        <Stacked>
          <Items {...remito} />
          {remito.acceptance ? <AcceptanceOfRemito id={remito.id} /> : null}
        </Stacked>
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

export function RemitoFacts(remito: RemitoDetail) {
  const { t } = useLingui()
  const types = useRemitoTypes()
  const name = useRemitoName()(remito)
  const order = remito.source_order_id
  const notice = useMay('read:inbound') ? remito.inbound_id : null
  return (
    <Card title={t`Document`}>
      <Facts
        entries={[
          [t`Number`, name],
          [t`Kind`, types[remito.type]],
          [t`Date`, <CalendarDate key="date" date={remito.date} />],
          [t`Entered`, <Moment key="at" at={remito.created_at} />],
          [t`Reason for the goods out`, remito.reason],
          [t`Announced goods`, notice ? <NoticeLink key="notice" id={notice} /> : null],
          [t`Order`, order ? <OrderLink key="order" id={order} /> : null],
          [
            t`Return`,
            remito.return_id ? (
              <Link key="return" to="/returns/$id" params={{ id: remito.return_id }}>
                {t`Show the return`}
              </Link>
            ) : null,
          ],
          [
            t`Voided`,
            remito.status === 'voided' ? t`This document has no effect. Its goods were put back.` : null,
          ],
          [t`Voided on`, remito.voided_at ? <Moment key="voided" at={remito.voided_at} /> : null],
          [t`Reason`, remito.void_reason],
        ]}
      />
    </Card>
  )
}

function NoticeLink({ id }: { id: string }) {
  const { t } = useLingui()
  const notice = useQuery(noticeById(id))
  return (
    <Link to="/inbound/$id" params={{ id }} className="numeric">
      {notice.data?.number ?? t`Show the notice`}
    </Link>
  )
}

function OrderLink({ id }: { id: string }) {
  const { t } = useLingui()
  const order = useQuery(orderById(id))
  return (
    <Link to="/orders/$id" params={{ id }}>
      {order.data?.order_number ?? t`Show the order`}
    </Link>
  )
}

// The sender and the recipient of the goods. An egreso has the recipient of its order; without an order it can name one.

export function Parties({ type, source_order_id, recipient: named }: RemitoDetail) {
  const { t } = useLingui()
  const { client, warehouse } = useSession()
  const order = useQuery({ ...orderById(source_order_id ?? ''), enabled: source_order_id !== null }).data
  const owner = (
    <>
      {client?.name}
      <br />
      <span className="quiet">
        CUIT <TaxId value={client?.cuit_dni ?? null} />
      </span>
    </>
  )
  const place = [order?.delivery_address, order?.delivery_city, order?.delivery_province]
  const recipient = order ? (
    <>
      <RecipientName id={order.destinatario_id} />
      <br />
      <span className="quiet">{[...new Set(place)].filter(Boolean).join(', ')}</span>
    </>
  ) : named ? (
    <>
      {named.name}
      <br />
      <span className="quiet">{named.address}</span>
    </>
  ) : null
  return (
    <Card title={t`Parties`}>
      <Facts
        entries={[
          [t`Owner`, owner],
          [type === 'ingreso' ? t`Received at` : t`Left from`, warehouse?.name ?? null],
          [t`Recipient`, recipient],
        ]}
      />
    </Card>
  )
}
