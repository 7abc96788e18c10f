import { useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { DropArea } from '../../ui/drop-area.tsx'
import styles from './files.module.css'

export const sheetFiles = '.xlsx,.csv,.txt,text/csv'

type FileDropProps = {
  choose: (file: File) => void
  /** Why no file can be chosen yet. */
  disabledBecause?: string | null
}

/** Accepts a dropped file. The button does the same without dragging. */
export function FileDrop({ choose, disabledBecause = null }: FileDropProps) {
  const { t } = useLingui()
  const isDisabled = disabledBecause !== null
  const take = (file: File | null | undefined) => {
    if (file) choose(file)
  }
  return (
    <DropArea onDrop={([file]) => take(file)} isDisabled={isDisabled} label={t`Drop the file to check it`}>
      <div className={styles['drop']}>
        <FileButton accept={sheetFiles} onChange={take}>
          {(props) => (
            <Button {...props} variant="filled" disabled={isDisabled}>
              {t`Choose a file`}
            </Button>
          )}
        </FileButton>
        <p className="quiet">
          {disabledBecause ?? t`Or drop it here: Excel (.xlsx) or CSV. Nothing changes before you confirm.`}
        </p>
      </div>
    </DropArea>
  )
}
