// The first step of a count: choosing the client and the file.

import { useLingui } from '@lingui/react/macro'
import { Button, FileButton } from '@mantine/core'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { useFilters } from '../../ui/filters.tsx'
import { ClientField } from '../client-field.tsx'
import styles from './counts.module.css'

type Choose = { choose: (file: File) => void }

export function ChooseFile({ clientId, choose }: Choose & { clientId: string | undefined }) {
  const { t } = useLingui()
  const { set } = useFilters()
  return (
    <Card
      title={t`New count`}
      aside={
        <ButtonLink
          to="/warehouse/counts/sheet"
          search={clientId ? { client_id: clientId } : {}}
          size="compact-sm"
        >
          {t`Sheet to count by`}
        </ButtonLink>
      }
    >
      <div className={styles['steps']}>
        <ClientField
          label={t`Client`}
          placeholder={t`Whose stock was counted?`}
          value={clientId ?? ''}
          onChange={(id) => set('client_id', id)}
        />
        <FileDrop choose={choose} isDisabled={clientId === undefined} />
      </div>
    </Card>
  )
}

/** Accepts a dropped file. The button does the same without dragging. */
export function FileDrop({ choose, isDisabled = false }: Choose & { isDisabled?: boolean }) {
  const { t } = useLingui()
  const take = (file: File | null | undefined) => {
    if (file) choose(file)
  }
  return (
    <DropArea onDrop={([file]) => take(file)} isDisabled={isDisabled} label={t`Drop the file to check it`}>
      <div className={styles['drop']}>
        <FileButton accept=".xlsx,.csv,.txt,text/csv" onChange={take}>
          {(props) => (
            <Button {...props} variant="filled" disabled={isDisabled}>
              {t`Choose a file`}
            </Button>
          )}
        </FileButton>
        <p className="quiet">
          {isDisabled
            ? t`Choose the client first.`
            : t`Or drop it here: Excel (.xlsx) or CSV. Nothing changes before you confirm.`}
        </p>
      </div>
    </DropArea>
  )
}
