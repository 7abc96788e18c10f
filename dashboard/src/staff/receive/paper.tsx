import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { numbersOf } from '../../shared/remitos/typed-numbers.ts'
import { useMay } from '../../shared/session.ts'
import { Chip } from '../../ui/chip.tsx'
import { FieldRow } from '../../ui/form/form.tsx'
import { lastDate } from '../../ui/form/last-date.ts'
import { QuantityField } from '../../ui/number/number-fields.tsx'
import { ClientField } from '../client-field.tsx'
import { descriptionBelow, type Entry, type GoodsLine } from './line.ts'
import { enteredNumbers } from './lookups.ts'

export type Paper = {
  client_id: string
  date: string
  numbers: string
  /** The total on the paper as it was typed, for comparison. */
  onPaper: string
  items: GoodsLine[]
  /** The new line that is being typed below the others. */
  entry: Entry
}

type PaperFieldsProps = {
  form: Pick<UseFormReturnType<Paper>, 'values' | 'errors' | 'getInputProps'>
  changeClient: (clientId: string) => void
}

/** The fields at the top of the paper. */
export function PaperFields({ form, changeClient }: PaperFieldsProps) {
  const { t } = useLingui()
  const { client_id, numbers, items } = form.values
  // A number is looked up once it has been typed completely.
  const [isTyping, setTyping] = useState(false)
  const sought = numbersOf(numbers)
  const mayRead = useMay('staff:read')
  const entered = useQuery({
    ...enteredNumbers(client_id, sought),
    enabled: mayRead && client_id !== '' && sought.length > 0 && !isTyping,
  })
  const known = isTyping ? [] : (entered.data ?? [])
  const numberFault = Object.entries(form.errors).find(([path]) => path.startsWith('remito_number'))?.[1]
  return (
    <>
      <FieldRow>
        <ClientField
          label={t`Client`}
          placeholder={t`Choose a client`}
          withAsterisk
          disabled={items.length > 0 && client_id !== ''}
          {...form.getInputProps('client_id')}
          value={client_id}
          onChange={changeClient}
        />
        <TextInput label={t`Date`} type="date" max={lastDate} {...form.getInputProps('date')} />
        <TextInput
          label={t`Remito numbers`}
          placeholder="R 0003-00012345"
          autoComplete="off"
          inputWrapperOrder={descriptionBelow}
          description={t`several with a comma between them`}
          {...form.getInputProps('numbers')}
          error={numberFault}
          onFocus={() => setTyping(true)}
          onBlur={() => setTyping(false)}
        />
        <QuantityField
          label={t`Units on the paper`}
          unit=""
          description={t`to compare with; it is not saved`}
          {...form.getInputProps('onPaper')}
        />
      </FieldRow>
      {known.map((number) => (
        <p key={number} role="status">
          <Chip tone="warn">{t`${number} has been entered before`}</Chip>
        </p>
      ))}
    </>
  )
}
