import type { ReturnDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ById, startReading } from '../../shared/api.ts'
import { ReturnItems } from '../../shared/returns/return-items.tsx'
import { ReturnChip } from '../../shared/returns/return-words.tsx'
import { Card, Columns, Facts } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Page } from '../../ui/page.tsx'
import { ProductCell } from '../../ui/product-cell.tsx'
import { Moment } from '../../ui/values.tsx'
import { returnById } from './queries.ts'

const route = getRouteApi('/shell/returns/$id')

export const load = ({ params }: ById) => startReading(returnById(params.id))

export function ReturnDetailPage() {
  const { id } = route.useParams()
  return <Detail query={returnById(id)}>{(shown) => <ReturnPage {...shown} />}</Detail>
}

function ReturnPage(shown: ReturnDetail) {
  const { t } = useLingui()
  return (
    <Page
      title={shown.number}
      mark={<ReturnChip status={shown.status} />}
      crumbs={[{ to: '/returns', label: t`Returns` }]}
    >
      <Columns columns="2fr 1fr">
        <ReturnItems
          items={shown.items}
          status={shown.status}
          productCell={({ product_id, sku, name }) => <ProductCell id={product_id} sku={sku} name={name} />}
        />
        <Card title={t`Return`}>
          <Facts
            entries={[
              [
                t`Order`,
                <Link key="order" to="/orders/$id" params={{ id: shown.order_id }}>
                  {shown.order_number}
                </Link>,
              ],
              [
                t`Left with`,
                <Link key="remito" to="/remitos/$id" params={{ id: shown.remito_id }} className="numeric">
                  {shown.remito_number.join(', ')}
                </Link>,
              ],
              [t`Entered`, <Moment key="entered" at={shown.created_at} />],
              [t`Notes`, shown.notes],
              [t`Received on`, shown.received_at ? <Moment key="received" at={shown.received_at} /> : null],
              [
                t`Came in with`,
                shown.ingreso_id ? (
                  <Link key="ingreso" to="/remitos/$id" params={{ id: shown.ingreso_id }}>
                    {t`Show the remito`}
                  </Link>
                ) : null,
              ],
              [t`Closed on`, shown.closed_at ? <Moment key="closed" at={shown.closed_at} /> : null],
              [t`Reason`, shown.close_reason],
            ]}
          />
        </Card>
      </Columns>
    </Page>
  )
}
