// Selects a recipient by name.
import type { Destinatario } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import type { TextInputProps } from '@mantine/core'
import { SearchField } from '../../ui/search-field.tsx'
import { recipientsNamed } from '../orders/queries.ts'
import { placeOf, useRecipientName } from './names.tsx'

type RecipientSelectProps = Omit<TextInputProps, 'value' | 'onChange' | 'ref'> & {
  /** The id of the recipient; empty if none is chosen. */
  value: string
  onChange: (id: string) => void
  isClearable?: boolean
}

export function RecipientSelect({ value, onChange, isClearable = false, ...input }: RecipientSelectProps) {
  const { t } = useLingui()
  const name = useRecipientName(value)
  return (
    <SearchField<Destinatario>
      {...input}
      find={recipientsNamed}
      chosen={value === '' ? '' : (name ?? '…')}
      choose={onChange}
      {...(isClearable ? { clear: () => onChange('') } : {})}
      nothingFound={t`No recipient has this name`}
      show={(recipient) => (
        <span>
          {recipient.name} <span className="quiet">{placeOf(recipient)}</span>
        </span>
      )}
    />
  )
}
