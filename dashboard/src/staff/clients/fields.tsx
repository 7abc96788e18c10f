import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import { useIvaConditions } from '../../shared/iva-conditions.ts'
import { FieldRow } from '../../ui/form/form.tsx'
import type { useContractForm } from '../../ui/form/use-contract-form.ts'

export const noClient = { name: '', email: '', cuit_dni: '', address: '', iva_condition: '' }
export type ClientFields = typeof noClient

type FormOfFields = Pick<ReturnType<typeof useContractForm<ClientFields, unknown>>, 'getInputProps'>

export function ClientFieldset({ form }: { form: FormOfFields }) {
  const { t } = useLingui()
  const conditions = useIvaConditions()
  const cuit = form.getInputProps('cuit_dni')
  return (
    <>
      <TextInput label={t`Name`} withAsterisk {...form.getInputProps('name')} />
      <TextInput label={t`E-mail`} type="email" withAsterisk {...form.getInputProps('email')} />
      <FieldRow>
        <TextInput
          label={t`CUIT`}
          inputMode="numeric"
          {...cuit}
          // A client is a company, so the field's own text, which also speaks of a DNI, is not for it.
          error={cuit.error ? t`Enter a CUIT of 11 digits; check the last one` : null}
        />
        <NativeSelect
          label={t`IVA condition`}
          data={[{ value: '', label: '' }, ...conditions]}
          {...form.getInputProps('iva_condition')}
        />
      </FieldRow>
      <TextInput label={t`Address`} {...form.getInputProps('address')} />
    </>
  )
}
