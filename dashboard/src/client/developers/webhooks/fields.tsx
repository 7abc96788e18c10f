import { useLingui } from '@lingui/react/macro'
import { Checkbox, TextInput } from '@mantine/core'
import type { useContractForm } from '../../../ui/form/use-contract-form.ts'
import { SubscriptionPicker } from './event-picker.tsx'
import { type FilterFields, FilterFieldset, filterToSend } from './filter-fields.tsx'

export type EndpointFields = {
  url: string
  description: string
  events: string[]
  filter: FilterFields
  auto_resume: boolean
}

export const endpointToSend = (values: EndpointFields) => ({ ...values, filter: filterToSend(values.filter) })

type FormOfFields = Pick<
  ReturnType<typeof useContractForm<EndpointFields, unknown>>,
  'getInputProps' | 'values' | 'errors' | 'setFieldValue'
>

export function EndpointFieldset({ form }: { form: FormOfFields }) {
  const { t } = useLingui()
  return (
    <>
      <TextInput
        label={t`Address`}
        description={t`Public and with https. It gets a POST per event, and must answer 2xx within 10 seconds.`}
        placeholder="https://erp.example.com/hooks/anden"
        type="url"
        inputMode="url"
        withAsterisk
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <TextInput
        label={t`Description`}
        placeholder={t`ERP in production`}
        autoComplete="off"
        {...form.getInputProps('description')}
      />
      <SubscriptionPicker
        label={t`Events that it gets`}
        value={form.values.events}
        onChange={(events) => form.setFieldValue('events', events)}
        error={form.errors['events']}
      />
      <FilterFieldset
        value={form.values.filter}
        onChange={(filter) => form.setFieldValue('filter', filter)}
        errors={form.errors}
      />
      <Checkbox
        label={t`Try again by itself after a pause`}
        description={t`When failures have paused it, the oldest failed delivery is tried again for a day. The first 2xx re-activates it and recovers what it missed.`}
        {...form.getInputProps('auto_resume', { type: 'checkbox' })}
      />
    </>
  )
}
