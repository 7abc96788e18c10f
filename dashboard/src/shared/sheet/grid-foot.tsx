// Below a sheet: its faults, its rows, and its keys.
import { Plural, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { ChevronDown, ChevronUp } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './grid.module.css'

type GridFootProps = {
  faultCount: number
  goToFault: (step: 1 | -1) => void
  addRow: () => void
  /** null: there is none. */
  removeRow: (() => void) | null
  tools: ReactNode
}

const small = { size: 'compact-sm', variant: 'subtle', color: 'gray' } as const

export function GridFoot({ faultCount, goToFault, addRow, removeRow, tools }: GridFootProps) {
  const { t } = useLingui()
  return (
    <div role="toolbar" aria-label={t`Lines of the sheet`} className={styles['foot']}>
      <Button {...small} onClick={addRow}>
        {t`Add a line`}
      </Button>
      <Button {...small} onClick={() => removeRow?.()} disabled={!removeRow}>
        {t`Remove the line`}
      </Button>
      {tools}
      {faultCount > 0 ? (
        <>
          <Button {...small} onClick={() => goToFault(-1)} aria-label={t`Previous fault`} title="Shift + F8">
            <ChevronUp size={15} aria-hidden="true" />
          </Button>
          <Button
            {...small}
            onClick={() => goToFault(1)}
            title="F8"
            rightSection={<ChevronDown size={15} aria-hidden="true" />}
          >
            {t`Next fault`}
          </Button>
        </>
      ) : null}
      <span role="status" className="visually-hidden">
        {faultCount > 0 ? <Plural value={faultCount} one="# fault" other="# faults" /> : null}
      </span>
      <span className={styles['keys']}>
        {t`Type to replace · F2 edits · F8 next fault · Alt Enter takes what is offered · Esc leaves the table`}
      </span>
    </div>
  )
}
