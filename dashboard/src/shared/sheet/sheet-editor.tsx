// The part of a page in which a sheet is filled in: by a file, by pasting, in a grid, and on a phone as a list of faults.
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { DropArea } from '../../ui/drop-area.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { sheetFiles } from '../files/file-drop.tsx'
import { UploadProgress } from '../files/upload-progress.tsx'
import { FaultList } from './fault-list.tsx'
import type { RowState } from './faults.ts'
import { SheetGrid } from './grid.tsx'
import styles from './sheet-editor.module.css'
import type { SheetPreview } from './use-check.ts'
import type { SheetImport } from './use-sheet-import.ts'

const ChooseColumns = dialogOnDemand(async () => (await import('./choose-columns.tsx')).ChooseColumns)

type SheetEditorProps = {
  of: SheetImport<SheetPreview>
  label: string
  states: ReadonlyMap<number, RowState>
  /** Ctrl-Enter. */
  confirm: () => void
  isDisabled?: boolean
  children?: ReactNode
}

/** `children` stand between the messages and the grid. */
export function SheetEditor({ of, label, states, confirm, isDisabled = false, children }: SheetEditorProps) {
  const { t } = useLingui()
  const isPhone = useMediaQuery('(max-width: 699px)', false, { getInitialValueInEffect: false })
  const { sheet, shown, pasting, faults, check, file } = of
  const { unarranged } = pasting
  return (
    <DropArea
      onDrop={([dropped]) => dropped && file.read(dropped)}
      isDisabled={isDisabled}
      label={t`Drop the file to check it`}
    >
      <div className={styles['editor']}>
        <FileMessages of={of} />
        {check.error ? <ProblemNote error={check.error} retry={check.again} /> : null}
        {children}
        {isPhone ? (
          <FaultList columns={shown} sheet={sheet} faults={faults} />
        ) : (
          <SheetGrid
            label={label}
            columns={shown}
            sheet={sheet}
            faults={faults}
            states={states}
            paste={pasting.paste}
            confirm={confirm}
            hasFirstFocus={!isDisabled}
            tools={of.columnsMenu}
          />
        )}
        {unarranged ? (
          <ChooseColumns
            {...unarranged}
            columns={of.columns}
            choose={pasting.arrange}
            close={pasting.cancel}
          />
        ) : null}
      </div>
    </DropArea>
  )
}

function FileMessages({ of: { file, checked } }: { of: SheetImport<SheetPreview> }) {
  const { t } = useLingui()
  const { state } = file
  const unshown = (checked?.answer.fault_count ?? 0) - (checked?.answer.faults.length ?? 0)
  return (
    <>
      {state.step === 'reading' ? (
        <UploadProgress
          file={state.file}
          share={state.share}
          working={t`Reading the file…`}
          note={t`Nothing changes yet.`}
          cancel={file.cancel}
        />
      ) : null}
      {state.step === 'failed' ? <ProblemNote error={state.error} retry={state.retry} /> : null}
      {state.step === 'unreadable' ? (
        <div role="alert" className={styles['unreadable']}>
          <b>
            <Trans>{state.file.name} could not be read</Trans>
          </b>
          {state.reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
        </div>
      ) : null}
      {state.step === 'read' && state.workbook && state.workbook.sheets > 1 ? (
        <p role="status" className="quiet">
          <Trans>
            Of {state.file.name}, the sheet {state.workbook.sheet} was read: the first of{' '}
            {state.workbook.sheets} that is visible.
          </Trans>
        </p>
      ) : null}
      {unshown > 0 ? (
        <p role="status" className="quiet">
          <Plural
            value={unshown}
            one="# more fault is shown once these are corrected."
            other="# more faults are shown once these are corrected."
          />
        </p>
      ) : null}
    </>
  )
}

/** The button that does the same as dropping a file. */
export function ChooseSheet({
  of: { file },
  isDisabled = false,
}: {
  of: SheetImport<SheetPreview>
  isDisabled?: boolean
}) {
  const { t } = useLingui()
  return (
    <FileButton accept={sheetFiles} onChange={(chosen) => chosen && file.read(chosen)}>
      {(props) => (
        <Button {...props} disabled={isDisabled}>
          {t`Choose a file…`}
        </Button>
      )}
    </FileButton>
  )
}
