// One return: what is expected, receiving it, and what was done with it.
import type { StaffReturnDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ById, startReading } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { ReturnFacts } from '../../shared/returns/return-facts.tsx'
import { ReturnItems } from '../../shared/returns/return-items.tsx'
import { ReturnChip } from '../../shared/returns/return-words.tsx'
import { useMay } from '../../shared/session.ts'
import { Columns } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Page } from '../../ui/page.tsx'
import { ConfirmWithReason } from '../confirm-with-reason.tsx'
import { staffReturnById } from './queries.ts'
import { ReceiveReturn } from './receive.tsx'

const route = getRouteApi('/shell/warehouse/returns/$id')

export const load = ({ params }: ById) => startReading(staffReturnById(params.id))

export function WarehouseReturn() {
  const { id } = route.useParams()
  return <Detail query={staffReturnById(id)}>{(shown) => <ReturnPage key={id} {...shown} />}</Detail>
}

function ReturnPage(shown: StaffReturnDetail) {
  const { t } = useLingui()
  const mayReceive = useMay('staff:receive')
  const mayClose = useMay('staff:stock')
  const [isClosing, setClosing] = useState(false)
  const isExpected = shown.status === 'expected'
  return (
    <Page
      title={shown.number}
      mark={<ReturnChip status={shown.status} />}
      intro={`${shown.client_name} · ${shown.order_number}`}
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/returns', label: t`Returns` },
      ]}
      actions={
        isExpected && mayClose ? (
          <Button onClick={() => setClosing(true)}>{t`The goods do not come`}</Button>
        ) : null
      }
    >
      {isExpected && mayReceive ? (
        <ReceiveReturn expected={shown} />
      ) : (
        <Columns columns="2fr 1fr">
          <ReturnItems
            items={shown.items}
            status={shown.status}
            productCell={({ product_id, sku, name }) => (
              <>
                <Link to="/warehouse/stock/$id" params={{ id: product_id }}>
                  {name}
                </Link>{' '}
                <span className="mono quiet">{sku}</span>
              </>
            )}
          />
          <ReturnFacts shown={shown} owner={shown.client_name} />
        </Columns>
      )}
      {isClosing ? (
        <ConfirmWithReason
          title={t`Close ${shown.number}?`}
          confirmLabel={t`Close the return`}
          draft={`returns.${shown.id}.close`}
          send={(reason) => backoffice.returns.update(shown.id, { action: 'close', reason })}
          topics={['remitos']}
          close={() => setClosing(false)}
        >
          {t`The goods are not expected any more. The client reads the reason. They can be expected again in another return.`}
        </ConfirmWithReason>
      ) : null}
    </Page>
  )
}
