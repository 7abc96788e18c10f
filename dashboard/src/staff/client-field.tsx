// Selects a client by the beginning of its name or of a word of it. The service finds it, so that nobody has to read all clients.
import type { ClientName } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import type { TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { one } from '../shared/api.ts'
import { backoffice } from '../shared/backoffice.ts'
import { useFilterField, useFilters } from '../ui/filters.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { clientNameById } from './queries.ts'

type ClientFieldProps = Omit<TextInputProps, 'value' | 'onChange' | 'ref'> & {
  /** The id of the client; empty if none is chosen. */
  value: string
  onChange: (id: string) => void
  isClearable?: boolean
  /** The id of a client that cannot be chosen. */
  without?: string
}

export function ClientField({ value, onChange, isClearable = false, without, ...input }: ClientFieldProps) {
  const { t } = useLingui()
  const name = useClientName(value)
  return (
    <SearchField<ClientName>
      {...input}
      find={(text) => clientsLike(text, without)}
      chosen={value === '' ? '' : (name ?? '…')}
      choose={onChange}
      {...(isClearable ? { clear: () => onChange('') } : {})}
      nothingFound={t`No client has this name`}
      show={({ name }) => name}
    />
  )
}

export function ClientFilter() {
  const { t } = useLingui()
  const { search, set } = useFilters()
  const { fault } = useFilterField('client_id')
  return (
    <ClientField
      error={fault}
      aria-label={t`Client`}
      placeholder={t`Client`}
      isClearable
      value={String(search['client_id'] ?? '')}
      onChange={(id) => set('client_id', id)}
    />
  )
}

/** null until it has been read; an empty id has no name. */
export function useClientName(id: string): string | null {
  return useQuery({ ...clientNameById(id), enabled: id !== '' }).data?.name ?? null
}

const maxSoughtLength = 80

/** Before anything is typed, the newest. */
const clientsLike = (text: string, without = '') =>
  one(['clients', 'like', text, without], async (options) => {
    const sought = text === '' ? {} : { q: text.slice(0, maxSoughtLength) }
    const { clients } = await backoffice.clients.names.get(sought, options)
    return clients.filter(({ id }) => id !== without)
  })
