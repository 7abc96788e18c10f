// Shows what a file would change, line by line, and applies it.

import type { ImportChange } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton, NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { Columns, Stat } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { formatClock, formatNumber } from '../../ui/format.ts'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { ChangeTable } from './change-table.tsx'
import type { Sums } from './count-request.ts'
import styles from './counts.module.css'
import { sumTexts } from './sum-texts.ts'
import type { CountState } from './use-count.ts'

const ApplyDialog = dialogOnDemand(async () => (await import('./apply-dialog.tsx')).ApplyDialog)

type PreviewProps = Extract<CountState, { step: 'checked' }> & {
  clientName: string
  choose: (file: File) => void
  leave: () => void
  apply: () => void
}

type Kind = 'all' | 'more' | 'less' | 'new-lots' | 'new-products'

const isKind = (name: string): name is Kind => name in kinds

const kinds: Record<Kind, (change: ImportChange) => boolean> = {
  all: () => true,
  more: ({ delta }) => delta > 0,
  less: ({ delta }) => delta < 0,
  'new-lots': ({ creates_lot }) => creates_lot,
  'new-products': ({ creates_product }) => creates_product,
}

export function Preview({
  file,
  check,
  checkedAt,
  hasMoved,
  clientName,
  choose,
  leave,
  apply,
}: PreviewProps) {
  const { t } = useLingui()
  const [kind, setKind] = useState<Kind>('all')
  const [isAsking, setAsking] = useState(false)
  const shown = useMemo(() => check.changes.filter(kinds[kind]), [check, kind])
  const names: Record<Kind, string> = {
    all: t`All differences`,
    more: t`More than recorded`,
    less: t`Less than recorded`,
    'new-lots': t`New lots`,
    'new-products': t`New products`,
  }
  const hasChanges = check.changes.length > 0
  return (
    <>
      {hasMoved ? (
        <p role="status">
          <Chip tone="warn">{t`The stock had moved: these are the differences now`}</Chip>
        </p>
      ) : null}
      <Totals {...check} />
      <div className={styles['bar']}>
        <div>
          <b>{file.name}</b>{' '}
          <span className="quiet">
            <Trans>
              for {clientName}, checked at {formatClock(checkedAt)}; {formatNumber(check.unchanged)} of{' '}
              {formatNumber(check.lines)} lines are as recorded
            </Trans>
          </span>
        </div>
        <div className={styles['buttons']}>
          {hasChanges ? (
            <NativeSelect
              aria-label={t`Show`}
              data={Object.entries(names).map(([value, label]) => ({ value, label }))}
              value={kind}
              onChange={({ currentTarget: { value } }) => isKind(value) && setKind(value)}
            />
          ) : null}
          <FileButton accept=".csv,.txt,text/csv" onChange={(next) => next && choose(next)}>
            {(props) => <Button {...props}>{t`Another file`}</Button>}
          </FileButton>
          {hasChanges ? (
            <Button variant="filled" onClick={() => setAsking(true)}>
              {t`Apply…`}
            </Button>
          ) : (
            <Button variant="filled" onClick={leave}>
              {t`Done`}
            </Button>
          )}
        </div>
      </div>
      <ChangeTable rows={shown} />

      {isAsking ? (
        <ApplyDialog check={check} clientName={clientName} apply={apply} close={() => setAsking(false)} />
      ) : null}
    </>
  )
}

type TotalsProps = {
  lots_changed: number
  lots_created: number
  products_created: number
  sums: Sums
}

function Totals({ lots_changed, lots_created, products_created, sums }: TotalsProps) {
  const { t } = useLingui()
  const { up, down } = sumTexts(sums)
  return (
    <Columns columns="stats">
      <Stat label={t`Lots that change`} value={formatNumber(lots_changed)} />
      <Stat label={t`New lots`} value={formatNumber(lots_created)} />
      <Stat label={t`New products`} value={formatNumber(products_created)} />
      <Stat label={t`More than recorded`} value={<Amounts amounts={up} />} />
      <Stat label={t`Less than recorded`} value={<Amounts amounts={down} />} />
    </Columns>
  )
}

/** One line per unit, because different units cannot be added up. */
const Amounts = ({ amounts }: { amounts: readonly string[] }) =>
  amounts.length === 0 ? (
    '0'
  ) : (
    <span className={amounts.length > 1 ? styles['amounts'] : undefined}>
      {amounts.map((amount) => (
        <span key={amount}>{amount}</span>
      ))}
    </span>
  )
