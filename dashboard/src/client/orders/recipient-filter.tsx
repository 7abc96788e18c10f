import { useLingui } from '@lingui/react/macro'
import { useFilters } from '../../ui/filters.tsx'
import { RecipientSelect } from './recipient-select.tsx'

export function RecipientFilter() {
  const { t } = useLingui()
  const { search, set } = useFilters()
  return (
    <RecipientSelect
      aria-label={t`Recipient`}
      placeholder={t`Recipient`}
      isClearable
      value={String(search['destinatario_id'] ?? '')}
      onChange={(id) => set('destinatario_id', id)}
    />
  )
}
