// Orders from a sheet. The service checks it while it is filled in, and says of every order whether it can be placed.

import type { OrdersImport, OrdersImportPreview } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { markOld } from '../../../shared/api.ts'
import { ChooseSheet, SheetEditor } from '../../../shared/sheet/sheet-editor.tsx'
import { TemplateButton } from '../../../shared/sheet/template.tsx'
import { sendSheet } from '../../../shared/sheet/use-check.ts'
import { type SheetImport, useSheetImport } from '../../../shared/sheet/use-sheet-import.ts'
import { Columns, Stat } from '../../../ui/card.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { Page } from '../../../ui/page.tsx'
import { ProblemNote } from '../../../ui/problem.tsx'
import { useAction } from '../../../ui/use-action.ts'
import '../problems.ts'
import { useOrderSheetColumns } from './columns.ts'
import styles from './import.module.css'
import { PlacedOrders } from './placed.tsx'
import { useOrderRowStates } from './row-states.ts'
import { sampleOrders } from './sample.ts'
import { Totals } from './totals.tsx'

const route = { url: '/api/v1/portal/orders/imports', hasNumbers: true }

export function ImportOrders() {
  const { t } = useLingui()
  const columns = useOrderSheetColumns()
  const of = useSheetImport<OrdersImportPreview>({ draft: 'orders.import', columns, route, unitOf })
  const { sheet, checked, check, faults, isSettled } = of
  const [isAllOrNone, setAllOrNone] = useState(false)
  const [result, setResult] = useState<OrdersImport | null>(null)
  const orders = checked?.answer.orders ?? []
  const ready = orders.filter(({ outcome }) => outcome === 'ready').length
  const existing = orders.filter(({ outcome }) => outcome === 'exists').length
  const isWhole = ready + existing === orders.length
  const states = useOrderRowStates(columns, checked, faults)
  const placing = useAction({
    mutationFn: async () => {
      const answer = await sendSheet<OrdersImport>(route, check.file(), {
        query: { mode: isAllOrNone ? 'all' : 'each' },
      })
      return { answer, rowOfLine: checked?.rowOfLine }
    },
    onSuccess: ({ answer, rowOfLine }) => {
      const done = answer.orders.filter(({ order }) => order !== null).flatMap(({ lines }) => lines)
      sheet.takeOut(new Set(done.flatMap((line) => rowOfLine?.get(line) ?? [])))
      setResult(answer)
      for (const topic of ['orders', 'stock']) markOld(topic)
    },
    // What was available may have changed.
    onError: check.again,
  })
  const mayPlace = isSettled && ready > 0 && !placing.isPending && (isWhole || !isAllOrNone)
  const place = () => {
    if (mayPlace) void placing.mutate()
  }
  const count = formatNumber(ready)
  return (
    <Page
      title={t`Orders from a sheet`}
      crumbs={[{ to: '/orders', label: t`Orders` }]}
      intro={t`Paste from Excel, or drop a file. Nothing is stored before you confirm.`}
      actions={
        <>
          <TemplateButton columns={columns} rows={sampleOrders} name="pedidos" />
          <ChooseSheet of={of} />
          <Button variant="filled" disabled={!mayPlace} onClick={place} title="Ctrl + Enter">
            {ready > 0
              ? plural(ready, { one: `Place ${count} order`, other: `Place ${count} orders` })
              : t`Place the orders`}
          </Button>
        </>
      }
    >
      {placing.isError ? <ProblemNote error={placing.error} /> : null}
      {result ? <PlacedOrders result={result} /> : null}
      <Figures
        of={of}
        ready={ready}
        existing={existing}
        isAllOrNone={isAllOrNone}
        setAllOrNone={setAllOrNone}
      />
      <div className={styles['columns']}>
        <SheetEditor of={of} label={t`Orders`} states={states} confirm={place} />
        <Totals totals={checked?.answer.totals ?? []} />
      </div>
    </Page>
  )
}

type FiguresProps = {
  of: SheetImport<OrdersImportPreview>
  ready: number
  existing: number
  isAllOrNone: boolean
  setAllOrNone: (isAllOrNone: boolean) => void
}

function Figures({ of: { checked, faults }, ready, existing, isAllOrNone, setAllOrNone }: FiguresProps) {
  const { t } = useLingui()
  const orders = checked?.answer.orders ?? []
  const lines = checked?.rows.length ?? 0
  const short = orders.filter(({ outcome }) => outcome === 'short').length
  const cells = [...faults.values()].reduce((sum, ofRow) => sum + ofRow.length, 0)
  const notes = [
    cells > 0 ? plural(cells, { one: '# cell', other: '# cells' }) : '',
    short > 0 ? plural(short, { one: '# without enough stock', other: '# without enough stock' }) : '',
  ].filter(Boolean)
  return (
    <Columns columns="stats">
      <Stat
        label={t`Orders`}
        value={formatNumber(orders.length)}
        note={plural(lines, { one: '# line', other: '# lines' })}
      />
      <Stat
        label={t`Ready`}
        value={formatNumber(ready)}
        note={
          <Switch
            size="xs"
            label={t`All or none`}
            checked={isAllOrNone}
            onChange={({ currentTarget }) => setAllOrNone(currentTarget.checked)}
          />
        }
      />
      <Stat
        label={t`To correct`}
        value={formatNumber(orders.length - ready - existing)}
        note={notes.join(' · ') || t`none`}
      />
      <Stat label={t`Existed already`} value={formatNumber(existing)} note={t`same reference and contents`} />
    </Columns>
  )
}

function unitOf({ orders }: OrdersImportPreview, line: number): string {
  const order = orders.find(({ lines }) => lines.includes(line))
  return order?.items.find((item) => item.line === line)?.unit_type ?? ''
}
