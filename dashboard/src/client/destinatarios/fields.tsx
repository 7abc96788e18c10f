// The fields of a recipient, shared by the pages that add and edit one. Their rules come from the contract.
import { useLingui } from '@lingui/react/macro'
import { NativeSelect, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useIvaConditions } from '../../shared/iva-conditions.ts'
import { ProvinceField } from '../../shared/province-field.tsx'
import { FieldRow } from '../../ui/form/form.tsx'
import type { useContractForm } from '../../ui/form/use-contract-form.ts'
import { Duplicates } from './duplicates.tsx'

export const noDestinatario = {
  name: '',
  address: '',
  city: '',
  province: '',
  postal_code: '',
  phone: '',
  email: '',
  cuit_dni: '',
  iva_condition: '',
  delivery_schedule: '',
}
export type DestinatarioFields = typeof noDestinatario

type FormOfFields = Pick<
  ReturnType<typeof useContractForm<DestinatarioFields, unknown>>,
  'getInputProps' | 'values'
>

export function DestinatarioFieldset({
  form,
  ownId,
  take,
}: { form: FormOfFields } & Pick<ComponentProps<typeof Duplicates>, 'ownId' | 'take'>) {
  const { t } = useLingui()
  const conditions = useIvaConditions()
  return (
    <>
      <TextInput
        label={t`Name`}
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <FieldRow>
        <TextInput label={t`CUIT / DNI`} inputMode="numeric" {...form.getInputProps('cuit_dni')} />
        <NativeSelect
          label={t`IVA condition`}
          data={[{ value: '', label: '' }, ...conditions]}
          {...form.getInputProps('iva_condition')}
        />
      </FieldRow>
      <Duplicates name={form.values.name} cuit_dni={form.values.cuit_dni} ownId={ownId} take={take} />
      <TextInput label={t`Address`} {...form.getInputProps('address')} />
      <FieldRow>
        <TextInput label={t`City`} {...form.getInputProps('city')} />
        <ProvinceField label={t`Province`} {...form.getInputProps('province')} />
        <TextInput label={t`Postal code`} {...form.getInputProps('postal_code')} />
      </FieldRow>
      <FieldRow>
        <TextInput label={t`Phone`} type="tel" {...form.getInputProps('phone')} />
        <TextInput label={t`E-mail`} type="email" {...form.getInputProps('email')} />
      </FieldRow>
      <TextInput
        label={t`When they receive`}
        placeholder={t`Monday to Friday, 9 to 13`}
        {...form.getInputProps('delivery_schedule')}
      />
    </>
  )
}
