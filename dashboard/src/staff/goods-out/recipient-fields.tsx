// Who receives goods that leave without an order, and why they leave. Both are printed on the remito.
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useIvaConditions } from '../../shared/iva-conditions.ts'
import { FieldRow } from '../../ui/form/form.tsx'
import type { GoodsOutFields } from './fields.ts'

export function RecipientFields({
  form,
}: {
  form: Pick<UseFormReturnType<GoodsOutFields>, 'getInputProps'>
}) {
  const { t } = useLingui()
  const conditions = useIvaConditions()
  return (
    <Stack gap="md" mt="md">
      <FieldRow>
        <TextInput
          label={t`Recipient`}
          placeholder={t`the client itself`}
          autoComplete="off"
          {...form.getInputProps('recipient.name')}
        />
        <TextInput
          label={t`Recipient's CUIT or DNI`}
          autoComplete="off"
          inputMode="numeric"
          {...form.getInputProps('recipient.cuit_dni')}
        />
        <NativeSelect
          label={t`Recipient's VAT condition`}
          data={[{ value: '', label: '–' }, ...conditions]}
          {...form.getInputProps('recipient.iva_condition')}
        />
      </FieldRow>
      <FieldRow>
        <TextInput
          label={t`Recipient's address`}
          autoComplete="off"
          {...form.getInputProps('recipient.address')}
        />
        <TextInput label={t`Reason for the goods out`} autoComplete="off" {...form.getInputProps('reason')} />
      </FieldRow>
    </Stack>
  )
}
