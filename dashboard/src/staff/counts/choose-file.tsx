// The first step of a count: choosing the client and the file.

import { useLingui } from '@lingui/react/macro'
import { FileDrop } from '../../shared/files/file-drop.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { useFilters } from '../../ui/filters.tsx'
import { ClientField } from '../client-field.tsx'
import styles from './counts.module.css'

type ChooseFileProps = { clientId: string | undefined; choose: (file: File) => void }

export function ChooseFile({ clientId, choose }: ChooseFileProps) {
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
        <FileDrop
          choose={choose}
          disabledBecause={clientId === undefined ? t`Choose the client first.` : null}
        />
      </div>
    </Card>
  )
}
