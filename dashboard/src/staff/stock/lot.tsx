// Traces one lot of any client from its origin to the recipient of each unit.
import type { StaffLotTrace, StaffTraceEntry } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { backoffice } from '../../shared/backoffice.ts'
import { useExport } from '../../shared/lists/export.tsx'
import { useMay } from '../../shared/session.ts'
import { LotLink } from '../../shared/stock/links.tsx'
import { FirstOfTrace, TraceEntries, TraceParts } from '../../shared/stock/trace-entries.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Page } from '../../ui/page.tsx'
import { Actor, Mono } from '../../ui/values.tsx'
import { HoldButton } from './hold-button.tsx'
import styles from './ledger.module.css'
import { OrdersNotLeft } from './orders-not-left.tsx'
import { staffStockOf, staffTraceOf } from './queries.ts'

const route = getRouteApi('/shell/warehouse/lots/$id')

export function WarehouseLot() {
  const { id } = route.useParams()
  return <FirstOfTrace query={staffTraceOf(id)}>{(trace) => <LotPage trace={trace} />}</FirstOfTrace>
}

function LotPage({ trace }: { trace: StaffLotTrace }) {
  const { t } = useLingui()
  const { lot, client } = trace
  const mayMove = useMay('staff:stock')
  const unit = useQuery(staffStockOf(lot.product_id)).data?.products.unit_type ?? ''
  const exported = useExport(
    {
      csv: (options) => backoffice.lots.trace.list(lot.id, {}, options).csv(),
      sheet: (choice, options) => backoffice.lots.trace.export(lot.id, choice, options),
    },
    `${lot.lot_number}-${t`trace`}`,
    t`Export for a recall`,
  )
  return (
    <Page
      title={t`Lot ${lot.lot_number}`}
      intro={
        <>
          <Link to="/warehouse/stock/$id" params={{ id: lot.product_id }}>
            {lot.products.name}
          </Link>{' '}
          · <Mono>{lot.products.sku}</Mono> ·{' '}
          <Link to="/warehouse/clients/$id" params={{ id: client.id }}>
            {client.name}
          </Link>
        </>
      }
      crumbs={[
        { to: '/warehouse', label: t`Warehouse` },
        { to: '/warehouse/stock', label: t`Stock` },
        { to: `/warehouse/stock/${lot.product_id}`, label: lot.products.sku },
      ]}
      actions={
        <>
          {exported.button}
          {mayMove ? (
            <>
              <ButtonLink
                to="/warehouse/stock/$id/adjust"
                params={{ id: lot.product_id }}
                search={{ lot_id: lot.id }}
              >
                {t`Adjust`}
              </ButtonLink>
              <HoldButton lot={lot} />
            </>
          ) : null}
        </>
      }
    >
      {exported.problem}
      <TraceParts trace={trace} unit={unit} belowHold={lot.hold ? <OrdersNotLeft lot={lot} /> : null}>
        <TraceEntries query={staffTraceOf(lot.id)} unit={unit} note={(entry) => <Note {...entry} />} />
      </TraceParts>
    </Page>
  )
}

/** The other side of a transfer, the reason, and who did it. */
function Note({ transfer, reason, actor, actor_name, delta }: StaffTraceEntry) {
  const { t } = useLingui()
  return (
    <span className={`${styles['reason']} quiet`}>
      {transfer ? (
        <>
          {delta < 0 ? t`to` : t`from`} {transfer.client.name}:{' '}
          <LotLink id={transfer.lot_id} number={t`its lot`} />
          {' · '}
        </>
      ) : null}
      {reason ? `${reason} · ` : null}
      <Actor actor={actor} name={actor_name} />
    </span>
  )
}
