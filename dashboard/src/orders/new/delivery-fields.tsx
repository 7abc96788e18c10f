import { useLingui } from '@lingui/react/macro'
import { Checkbox, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { FieldRow } from '../../ui/form/form.tsx'
import { useDeliveryTypes } from '../delivery-types.ts'
import type { FieldProps } from './line.tsx'
import type { OrderFields } from './order-fields.ts'

export function DeliveryFields({ values, field }: { values: OrderFields; field: FieldProps }) {
  const { t } = useLingui()
  const types = useDeliveryTypes()
  const isShipped = values.delivery_type === 'envio'
  const { error: _, ...type } = field('delivery_type')
  return (
    <Stack gap="sm" mt="md" align="flex-start">
      <SegmentedControl
        aria-label={t`Kind of delivery`}
        data={Object.entries(types).map(([value, label]) => ({ value, label }))}
        {...type}
      />
      {isShipped ? (
        <Checkbox
          label={t`Deliver to another address`}
          checked={values.hasOwnAddress}
          onChange={field('hasOwnAddress').onChange}
        />
      ) : null}
      {isShipped && values.hasOwnAddress ? (
        <Stack gap="sm" w="100%">
          <TextInput label={t`Address`} {...field('delivery_address')} />
          <FieldRow>
            <TextInput label={t`City`} {...field('delivery_city')} />
            <TextInput label={t`Province`} {...field('delivery_province')} />
          </FieldRow>
          <TextInput label={t`Contact`} {...field('delivery_contact')} />
        </Stack>
      ) : null}
    </Stack>
  )
}
