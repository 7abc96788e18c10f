// What the staff say of a trip apart from its stops: the day, the driver, the carrier, the vehicle.
import type { Trip } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Textarea, TextInput } from '@mantine/core'
import { FieldRow } from '../../ui/form/form.tsx'
import type { useContractForm } from '../../ui/form/use-contract-form.ts'
import { dayAfter, today } from '../../ui/format.ts'

/** The service takes no other dates. */
const days = { back: 7, ahead: 365 }

export const noVehicle = {
  date: '',
  driver_name: '',
  driver_dni: '',
  plate: '',
  trailer_plate: '',
  carrier_name: '',
  carrier_cuit: '',
  cot: '',
  notes: '',
}
export type VehicleFields = typeof noVehicle
export type VehicleField = keyof VehicleFields

export const vehicleFieldNames = Object.keys(noVehicle) as VehicleField[]

export const vehicleOf = (trip: Trip): VehicleFields =>
  Object.fromEntries(vehicleFieldNames.map((name) => [name, trip[name] ?? ''])) as VehicleFields

type FormOfFields = Pick<ReturnType<typeof useContractForm<VehicleFields, unknown>>, 'getInputProps'>

export function useVehicleLabels(): Record<VehicleField, string> {
  const { t } = useLingui()
  return {
    date: t`Date`,
    driver_name: t`Driver`,
    driver_dni: t`Driver’s DNI or CUIL`,
    plate: t`Plate`,
    trailer_plate: t`Trailer’s plate`,
    carrier_name: t`Carrier`,
    carrier_cuit: t`Carrier’s CUIT`,
    cot: t`COT`,
    notes: t`Notes`,
  }
}

export function VehicleFieldset({ form }: { form: FormOfFields }) {
  const { t } = useLingui()
  const labels = useVehicleLabels()
  const field = (name: VehicleField) => ({ label: labels[name], ...form.getInputProps(name) })
  return (
    <>
      <TextInput
        type="date"
        withAsterisk
        maw={200}
        min={dayAfter(today(), -days.back)}
        max={dayAfter(today(), days.ahead)}
        {...field('date')}
      />
      <FieldRow>
        <TextInput withAsterisk autoComplete="off" {...field('driver_name')} />
        <TextInput inputMode="numeric" autoComplete="off" {...field('driver_dni')} />
      </FieldRow>
      <FieldRow>
        <TextInput autoComplete="off" placeholder="AB 123 CD" {...field('plate')} />
        <TextInput autoComplete="off" {...field('trailer_plate')} />
      </FieldRow>
      <FieldRow>
        <TextInput autoComplete="off" {...field('carrier_name')} />
        <TextInput inputMode="numeric" autoComplete="off" {...field('carrier_cuit')} />
      </FieldRow>
      <TextInput
        autoComplete="off"
        description={t`The code of the transport of goods, if there is one`}
        {...field('cot')}
      />
      <Textarea autosize minRows={2} description={t`The driver reads them, too`} {...field('notes')} />
    </>
  )
}
