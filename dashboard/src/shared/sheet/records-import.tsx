// Recipients or products from a sheet: each line adds one or changes one. All are stored, or none.
import type { RecordsImport, RecordsImportPreview } from '@anden/sdk'
import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { type ReactNode, useMemo, useState } from 'react'
import { Columns, Stat } from '../../ui/card.tsx'
import { formatList, formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { markOld } from '../api.ts'
import type { Cells, SheetColumn } from './columns.ts'
import { inOrder, type RowState, type SheetFaults } from './faults.ts'
import { StoredRecords } from './records-stored.tsx'
import { ChooseSheet, SheetEditor } from './sheet-editor.tsx'
import { TemplateButton } from './template.tsx'
import { type Checked, type SheetRoute, sendSheet } from './use-check.ts'
import { type SheetImport, useSheetImport } from './use-sheet-import.ts'

type RecordsImportPageProps = {
  title: string
  crumbs: readonly { to: string; label: string }[]
  columns: readonly SheetColumn[]
  /** null: something has to be chosen first, with the fields in `children`. */
  route: SheetRoute | null
  draft: string
  template: { name: string; rows: readonly Cells[] }
  /** The page of one of them. */
  linkTo: '/destinatarios/$id' | '/warehouse/stock/$id'
  /** Topics that change. */
  topics: readonly string[]
  children?: ReactNode
}

export function RecordsImportPage(props: RecordsImportPageProps) {
  const { title, crumbs, columns, route, draft, template, linkTo, topics, children } = props
  const { t } = useLingui()
  const of = useSheetImport<RecordsImportPreview>({ draft, columns, route })
  const { sheet, checked, check, faults, isSettled } = of
  const [result, setResult] = useState<RecordsImport | null>(null)
  const states = useRecordStates(columns, checked, faults)
  const storing = useAction({
    mutationFn: async () => {
      const sent = checked?.rows ?? []
      return { sent, answer: await sendSheet<RecordsImport>(route ?? { url: '' }, check.file()) }
    },
    onSuccess: ({ sent, answer }) => {
      sheet.takeOut(new Set(sent.map(({ key }) => key)))
      setResult(answer)
      for (const topic of topics) markOld(topic)
    },
    onError: check.again,
  })
  const { created = 0, updated = 0 } = checked?.answer ?? {}
  const count = created + updated
  const mayStore = isSettled && count > 0 && faults.size === 0 && !storing.isPending
  const store = () => {
    if (mayStore) void storing.mutate()
  }
  const written = formatNumber(count)
  return (
    <Page
      title={title}
      crumbs={crumbs}
      intro={t`Paste from Excel, or drop a file. Nothing is stored before you confirm.`}
      actions={
        <>
          <TemplateButton columns={columns} {...template} />
          <ChooseSheet of={of} isDisabled={!route} />
          <Button variant="filled" disabled={!mayStore} onClick={store} title="Ctrl + Enter">
            {count > 0
              ? plural(count, { one: `Store ${written} line`, other: `Store ${written} lines` })
              : t`Store`}
          </Button>
        </>
      }
    >
      {children}
      {storing.isError ? <ProblemNote error={storing.error} /> : null}
      {result ? <StoredRecords result={result} linkTo={linkTo} /> : null}
      {route ? (
        <>
          <Figures of={of} />
          <SheetEditor of={of} label={title} states={states} confirm={store} />
        </>
      ) : null}
    </Page>
  )
}

function Figures({ of: { checked, faults } }: { of: SheetImport<RecordsImportPreview> }) {
  const { t } = useLingui()
  const { created = 0, updated = 0, unchanged = 0 } = checked?.answer ?? {}
  const cells = [...faults.values()].reduce((sum, ofRow) => sum + ofRow.length, 0)
  return (
    <Columns columns="stats">
      <Stat label={t`New`} value={formatNumber(created)} note={t`not stored yet`} />
      <Stat
        label={t({ context: 'sheet', message: 'Changed' })}
        value={formatNumber(updated)}
        note={t`what is empty stays as it is`}
      />
      <Stat label={t`As stored`} value={formatNumber(unchanged)} note={t`nothing to do`} />
      <Stat
        label={t`To correct`}
        value={formatNumber(faults.size)}
        note={plural(cells, { one: '# cell', other: '# cells' })}
      />
    </Columns>
  )
}

function useRecordStates(
  columns: readonly SheetColumn[],
  checked: Checked<RecordsImportPreview> | null,
  faults: SheetFaults,
): ReadonlyMap<number, RowState> {
  const { t } = useLingui()
  return useMemo(() => {
    const labelOf = (id: string | null) => columns.find((column) => column.id === id)?.label
    const states = new Map<number, RowState>()
    const names = (changes: readonly string[]) =>
      formatList(changes.map((id) => (labelOf(id) ?? id).toLocaleLowerCase()))
    for (const { line, outcome, changes } of checked?.answer.records ?? []) {
      const key = checked?.rowOfLine.get(line)
      if (key === undefined) continue
      if (outcome === 'create') states.set(key, { tone: 'ok', text: t`New line` })
      else if (outcome === 'update') states.set(key, { tone: 'info', text: t`Changes ${names(changes)}` })
      else if (outcome === 'unchanged') states.set(key, { tone: 'mute', text: t`As stored` })
    }
    for (const [key, ofRow] of faults) {
      const [first] = inOrder(ofRow, columns)
      if (first) states.set(key, { tone: 'bad', text: labelOf(first.column) ?? t`Line` })
    }
    return states
  }, [checked, faults, columns, t])
}
