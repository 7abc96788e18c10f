// What is wrong with a file, by line. It is corrected where it was made, and dropped here again.
import type { LineError } from '@anden/sdk/backoffice'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { csvFile } from '../../shared/files/csv-file.ts'
import { FileDrop } from '../../shared/files/file-drop.tsx'
import { Card, Columns } from '../../ui/card.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { formatNumber } from '../../ui/format.ts'
import { saveAs } from '../../ui/save-as.ts'
import { Mono } from '../../ui/values.tsx'
import { WindowedTable } from '../../ui/windowed-table.tsx'
import styles from './counts.module.css'
import { useLineFaultText } from './fault-texts.ts'
import type { CountState } from './use-count.ts'

type FaultsProps = Extract<CountState, { step: 'faulty' }> & {
  choose: (file: File) => void
  leave: () => void
}

/** The service stops reading here. */
const maxFaults = 1_000

export function Faults({ file, faults, choose, leave }: FaultsProps) {
  const { t } = useLingui()
  const textOf = useLineFaultText()
  const columns: Column<LineError>[] = [
    { id: 'line', label: t`Line`, isNumeric: true, width: '8%', cell: ({ line }) => formatNumber(line) },
    {
      id: 'column',
      label: t`Column`,
      width: '28%',
      cell: ({ column }) => (column === null ? t`the whole line` : <Mono>{column}</Mono>),
    },
    { id: 'detail', label: t`What to write`, cell: textOf },
  ]
  const download = () => {
    const rows = faults.map((fault) => [fault.line, fault.column ?? '', textOf(fault)])
    const header = [t`Line`, t`Column`, t`What to write`]
    return saveAs(csvFile([header, ...rows]), `${file.name.replace(/\.\w+$/, '')}-${t`faults`}.csv`)
  }
  return (
    <>
      <div role="alert" className={styles['moved']}>
        <p>
          <b>
            {faults.length >= maxFaults ? (
              <Trans>
                {file.name} has {formatNumber(maxFaults)} faults or more
              </Trans>
            ) : (
              <>
                {file.name}: <Plural value={faults.length} one="# fault" other="# faults" />
              </>
            )}
          </b>
        </p>
        <p>
          <Trans>
            Nothing was changed. Correct the file where you made it, save it, and drop it here again.
          </Trans>
        </p>
      </div>
      <Columns columns="2fr 1fr">
        <WindowedTable
          label={t`Faults`}
          columns={columns}
          rows={faults}
          rowKey={(fault) => faults.indexOf(fault)}
          empty={null}
        />
        <Card title={t`Corrected file`}>
          <FileDrop choose={choose} />
          <p className={styles['links']}>
            <Button onClick={() => void download()}>{t`Download the faults`}</Button>
            <Button onClick={leave}>{t`Start again`}</Button>
          </p>
        </Card>
      </Columns>
    </>
  )
}
