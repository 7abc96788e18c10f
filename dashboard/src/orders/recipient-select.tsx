// A recipient by name: the service is asked while one types.
import { useLingui } from '@lingui/react/macro'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRecipientName } from '../destinatarios/names.ts'
import { placeOf } from '../destinatarios/place.ts'
import { recipientsNamed } from './queries.ts'

const typingMs = 200

type RecipientSelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange' | 'searchValue' | 'filter'> & {
  /** Empty: none is chosen. */
  value: string
  onChange: (id: string) => void
}

export function RecipientSelect({ value, onChange, ...props }: RecipientSelectProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const chosenName = useRecipientName(value)
  // The name of the chosen one in the field is no search.
  const [sought] = useDebouncedValue(text === chosenName ? '' : text.trim(), typingMs)
  const found = useQuery({ ...recipientsNamed(sought), placeholderData: keepPreviousData })
  const rows = found.data?.data ?? []
  const options = rows.map((row) => ({ value: row.id, label: row.name, place: placeOf(row) }))
  const isListed = value === '' || rows.some(({ id }) => id === value)
  const data = isListed ? options : [{ value, label: chosenName ?? '…', place: '' }, ...options]
  return (
    <Select
      {...props}
      searchable
      data={data}
      filter={({ options }) => options}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      searchValue={text}
      onSearchChange={setText}
      selectFirstOptionOnChange
      maxDropdownHeight={320}
      nothingFoundMessage={found.isPending ? t`Searching…` : t`No recipient has this name`}
      renderOption={({ option }) => (
        <span>
          {option.label} <span className="quiet">{(option as { place?: string }).place}</span>
        </span>
      )}
    />
  )
}
