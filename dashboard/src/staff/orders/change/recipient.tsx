// The recipient of an order that is changed: one of those that its client has.
import type { Destinatario } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import type { TextInputProps } from '@mantine/core'
import { one } from '../../../shared/api.ts'
import { backoffice } from '../../../shared/backoffice.ts'
import { SearchField } from '../../../ui/search-field.tsx'

type RecipientFieldProps = Pick<TextInputProps, 'error' | 'description'> & {
  clientId: string
  name: string
  choose: (recipient: Destinatario) => void
}

export function RecipientField({ clientId, name, choose, ...input }: RecipientFieldProps) {
  const { t } = useLingui()
  return (
    <SearchField<Destinatario>
      label={t`Recipient`}
      withAsterisk
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...input}
      find={(text) => recipientsNamed(clientId, text)}
      chosen={name}
      choose={(_, recipient) => choose(recipient)}
      nothingFound={t`No recipient has this name`}
      show={({ name, address, city }) => (
        <span>
          {name} <span className="quiet">{[address, city].filter(Boolean).join(', ')}</span>
        </span>
      )}
    />
  )
}

const maxShown = 20

/** For an empty text, the first ones. */
const recipientsNamed = (clientId: string, name: string) =>
  one(['destinatarios', 'of client', clientId, name], async (options) => {
    const filter = { limit: maxShown, ...(name ? { name } : {}) }
    return (await backoffice.clients.destinatarios.list(clientId, filter, options)).data
  })
