import type { ReturnDetail } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { type ById, startReading } from '../../shared/api.ts'
import { ReturnFacts } from '../../shared/returns/return-facts.tsx'
import { ReturnItems } from '../../shared/returns/return-items.tsx'
import { ReturnChip } from '../../shared/returns/return-words.tsx'
import { Columns } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Page } from '../../ui/page.tsx'
import { ProductCell } from '../../ui/product-cell.tsx'
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
        <ReturnFacts shown={shown} />
      </Columns>
    </Page>
  )
}
