// One remito of any client, and the dialog that voids it.

import type { StaffRemitoDetail } from '@anden/sdk/backoffice'
import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type ById, startReading } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { RemitoChip, useRemitoName, useRemitoTypes } from '../../shared/remitos/remito-types.tsx'
import { useMay } from '../../shared/session.ts'
import { totalsText } from '../../shared/stock/units.ts'
import { Card, Columns, Facts, Stacked } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Detail } from '../../ui/detail.tsx'
import { Expiry } from '../../ui/expiry.tsx'
import { language } from '../../ui/languages.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { Page } from '../../ui/page.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { saveAs } from '../../ui/save-as.ts'
import { useAction } from '../../ui/use-action.ts'
import { Actor, CalendarDate, Moment, Mono, Quantity, TaxId } from '../../ui/values.tsx'
import { ConfirmWithReason } from '../confirm-with-reason.tsx'
import { staffNoticeById } from '../inbound/queries.ts'
import { clientById, staffAcceptanceOf, staffRemitoById } from '../queries.ts'
import { StaffAcceptanceCard } from './acceptance.tsx'

const ShareDialog = dialogOnDemand(async () => (await import('./share-dialog.tsx')).ShareDialog)
const PaperDialog = dialogOnDemand(async () => (await import('./paper-dialog.tsx')).PaperDialog)

/** Original, duplicado, triplicado. */
const copyCount = 3

const route = getRouteApi('/shell/warehouse/remitos/$id')

export const load = ({ params }: ById) => startReading(staffRemitoById(params.id))

export function WarehouseRemito() {
  const { id } = route.useParams()
  return <Detail query={staffRemitoById(id)}>{(remito) => <RemitoPage {...remito} />}</Detail>
}

function RemitoPage(remito: StaffRemitoDetail) {
  const { t } = useLingui()
  const name = useRemitoName()(remito)
  const types = useRemitoTypes()
  const client = useQuery(clientById(remito.client_id))
  const mayVoid =
    useMay('staff:stock') &&
    remito.status === 'issued' &&
    remito.source_order_id === null &&
    remito.return_id === null
  const [asking, setAsking] = useState<'void' | 'share' | 'paper' | null>(null)
  const close = () => setAsking(null)
  const isOfOrder = remito.source_order_id !== null && remito.type === 'egreso'
  const mayAct = useMay('staff:orders') && remito.status === 'issued'
  const download = useAction({
    mutationFn: async (query: { copies?: number }) =>
      saveAs(
        await backoffice.remitos.pdf.get(remito.id, query, { headers: { 'accept-language': language() } }),
        `${name}.pdf`,
      ),
  })
  const actions = (
    <>
      {mayVoid ? <Button onClick={() => setAsking('void')}>{t`Void`}</Button> : null}
      {mayAct && isOfOrder && remito.acceptance === null ? (
        <Button onClick={() => setAsking('paper')}>{t`Signed on paper`}</Button>
      ) : null}
      {mayAct && remito.type === 'egreso' ? (
        <Button onClick={() => setAsking('share')}>{t`Share`}</Button>
      ) : null}
      <Button loading={download.isPending} onClick={() => download.mutate({ copies: copyCount })}>
        {t`PDF with 3 copies`}
      </Button>
      <Button loading={download.isPending} onClick={() => download.mutate({})}>
        {t`Download PDF`}
      </Button>
    </>
  )
  const crumbs = [
    { to: '/warehouse', label: t`Warehouse` },
    { to: '/warehouse/remitos', label: t`Remitos` },
  ]
  return (
    <Page
      title={t`Remito ${name}`}
      mark={<RemitoChip status={remito.status} />}
      crumbs={crumbs}
      actions={actions}
    >
      {download.isError ? <ProblemNote error={download.error} /> : null}
      <Columns columns="2fr 1fr">
        <Stacked>
          <Items {...remito} />
          {remito.acceptance ? <Acceptance id={remito.id} /> : null}
        </Stacked>
        <Card title={t`Remito`}>
          <Facts
            entries={[
              [t`Client`, client.data?.name ?? null],
              [t`Kind`, types[remito.type]],
              [t`Date`, <CalendarDate key="date" date={remito.date} />],
              [
                t`Order`,
                remito.source_order_id ? (
                  <Link key="order" to="/warehouse/orders/$id" params={{ id: remito.source_order_id }}>
                    {t`Show the order`}
                  </Link>
                ) : null,
              ],
              [
                t`Return`,
                remito.return_id ? (
                  <Link key="return" to="/warehouse/returns/$id" params={{ id: remito.return_id }}>
                    {t`Show the return`}
                  </Link>
                ) : null,
              ],
              [
                t`Announced goods`,
                remito.inbound_id ? <NoticeLink key="notice" id={remito.inbound_id} /> : null,
              ],
              [t`Recipient`, remito.recipient ? <Recipient key="recipient" {...remito.recipient} /> : null],
              [t`Reason for the goods out`, remito.reason],
              [t`Entered`, <Moment key="entered" at={remito.created_at} />],
              [
                t`Entered by`,
                remito.issued_by ? (
                  <Actor key="issuer" actor={remito.issued_by} name={remito.issued_by_name} />
                ) : null,
              ],
              [t`Voided on`, remito.voided_at ? <Moment key="voided" at={remito.voided_at} /> : null],
              [
                t`Voided by`,
                remito.voided_by ? (
                  <Actor key="voider" actor={remito.voided_by} name={remito.voided_by_name} />
                ) : null,
              ],
              [t`Reason`, remito.void_reason],
            ]}
          />
        </Card>
      </Columns>
      {asking === 'void' ? <VoidDialog remito={remito} name={name} close={close} /> : null}
      {asking === 'share' ? <ShareDialog id={remito.id} name={name} close={close} /> : null}
      {asking === 'paper' ? <PaperDialog remito={remito} name={name} close={close} /> : null}
    </Page>
  )
}

function NoticeLink({ id }: { id: string }) {
  const { t } = useLingui()
  const notice = useQuery(staffNoticeById(id))
  return (
    <Link to="/warehouse/inbound/$id" params={{ id }} className="numeric">
      {notice.data?.number ?? t`Show the notice`}
    </Link>
  )
}

function Acceptance({ id }: { id: string }) {
  const { data } = useQuery(staffAcceptanceOf(id))
  return data ? <StaffAcceptanceCard {...data} /> : null
}

function Recipient({ name, cuit_dni, address }: NonNullable<StaffRemitoDetail['recipient']>) {
  return (
    <>
      {name}
      {cuit_dni ? (
        <>
          {' '}
          · <TaxId value={cuit_dni} />
        </>
      ) : null}
      {address ? <div className="quiet">{address}</div> : null}
    </>
  )
}

type Item = StaffRemitoDetail['distribution_remito_items'][number]

function Items({ distribution_remito_items: items }: StaffRemitoDetail) {
  const { t } = useLingui()
  const columns: Column<Item>[] = [
    {
      id: 'product',
      label: t`Product`,
      cell: ({ product_id, products, vintage_year, notes }) => (
        <>
          <Link to="/warehouse/stock/$id" params={{ id: product_id }}>
            {products.name}
          </Link>{' '}
          <span className="mono quiet">{products.sku}</span>
          <div className="quiet">
            {[vintage_year ? t`vintage ${vintage_year}` : null, notes].filter(Boolean).join(' · ')}
          </div>
        </>
      ),
    },
    { id: 'lot', label: t`Lot`, cell: ({ lot_number }) => <Mono>{lot_number}</Mono> },
    { id: 'expiry', label: t`Expires`, from: 'sm', cell: ({ expiry_date }) => <Expiry date={expiry_date} /> },
    {
      id: 'quantity',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ quantity, unit_type }) => <Quantity value={quantity} unit={unit_type} />,
    },
  ]
  const total = totalsText(items.map(({ quantity, unit_type }) => ({ quantity, unit: unit_type })))
  const lines = plural(items.length, { one: '# line', other: '# lines' })
  return (
    <Card title={t`Products`} aside={t`${total} in ${lines}`} flush>
      <PlainTable label={t`Products`} columns={columns} rows={items} rowKey={({ id }) => id} />
    </Card>
  )
}

/** States in numbers where the goods go. */
function VoidDialog({ remito, name, close }: { remito: StaffRemitoDetail; name: string; close: () => void }) {
  const { t } = useLingui()
  const items = remito.distribution_remito_items
  const units = totalsText(items.map(({ quantity, unit_type }) => ({ quantity, unit: unit_type })))
  // Lots of two products can have the same number.
  const lotCount = new Set(items.map(({ product_id, lot_number }) => `${product_id} ${lot_number}`)).size
  const lots = plural(lotCount, { one: '# lot', other: '# lots' })
  return (
    <ConfirmWithReason
      title={t`Void remito ${name}?`}
      confirmLabel={t`Void`}
      draft={`remitos.${remito.id}.void`}
      send={(reason) => backoffice.remitos.void(remito.id, { reason })}
      topics={['remitos', 'stock', 'inbound']}
      close={close}
    >
      {remito.type === 'egreso' ? (
        <Trans>
          {units} go back to {lots}. A voided remito keeps its number and stays in the list.
        </Trans>
      ) : (
        <Trans>
          {units} are taken out of {lots} again. A voided remito keeps its number and stays in the list.
        </Trans>
      )}{' '}
      {remito.inbound_id ? (
        <Trans>They are taken back from the notice as well, which is open again until it is closed.</Trans>
      ) : null}
    </ConfirmWithReason>
  )
}
