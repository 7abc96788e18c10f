import type { LedgerEntry } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { type MovementOf, movementsOf } from '../../shared/stock/history-points.ts'
import { LotLink, RemitoLink } from '../../shared/stock/links.tsx'
import { Delta, useCauses } from '../../shared/stock/movement-status.tsx'
import { OnPhone } from '../../shared/stock/on-phone.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { Actor, Moment, None, Quantity, quantityText } from '../../ui/values.tsx'
import styles from './ledger.module.css'

type Ledger = { opening: number; closing: number; entries: readonly LedgerEntry[]; isComplete: boolean }
type Entry = MovementOf<LedgerEntry>

const isOfRemito = ({ cause }: Entry) => cause.startsWith('remito')

/** Newest entry first, with the closing balance above and the opening balance below. */
export function LedgerTable({ ledger, unit }: { ledger: Ledger; unit: string }) {
  const { t } = useLingui()
  const causes = useCauses()
  const columns: Column<Entry>[] = [
    { id: 'at', label: t`When`, cell: ({ created_at }) => <Moment at={created_at} /> },
    {
      id: 'cause',
      label: t`Cause`,
      cell: (entry) => (
        <>
          {causes[entry.cause]}
          {entry.reason ? <span className={`${styles['reason']} quiet`}>{entry.reason}</span> : null}
          <OnPhone>
            {isOfRemito(entry) ? <Document {...entry} /> : null} {entry.lot_number}
          </OnPhone>
        </>
      ),
    },
    { id: 'document', label: t`Document`, from: 'sm', cell: (entry) => <Document {...entry} /> },
    {
      id: 'lot',
      label: t`Lot`,
      from: 'sm',
      cell: ({ lot_id, lot_number }) => <LotLink id={lot_id} number={lot_number} />,
    },
    {
      id: 'actor',
      label: t`By`,
      from: 'md',
      cell: ({ actor, actor_name }) => <Actor actor={actor} name={actor_name} />,
    },
    {
      id: 'delta',
      label: t`Quantity`,
      isNumeric: true,
      cell: ({ delta }) => <Delta value={delta} unit={unit} />,
    },
    {
      id: 'after',
      label: t`On hand`,
      isNumeric: true,
      from: 'sm',
      cell: ({ quantityAfter }) => <Quantity value={quantityAfter} unit={unit} />,
    },
  ]
  return (
    <>
      <p className={styles['balances']} role="status">
        {t`Opening`} <b className="numeric">{quantityText(ledger.opening, unit)}</b>
        {' · '}
        {t`Closing`} <b className="numeric">{quantityText(ledger.closing, unit)}</b>
      </p>
      <PlainTable
        label={t`Ledger`}
        columns={columns}
        rows={movementsOf(ledger).reverse()}
        rowKey={({ id }) => id}
        rowsAtFirst={20}
      />
    </>
  )
}

function Document(entry: Entry) {
  if (!isOfRemito(entry)) return <None />
  return <RemitoLink id={entry.document_id} numbers={entry.document_number} />
}
