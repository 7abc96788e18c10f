import { useLingui } from '@lingui/react/macro'
import { Checkbox, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import { useDeliveryTypes } from '../../../shared/orders/delivery.tsx'
import { ProvinceField } from '../../../shared/province-field.tsx'
import { FieldRow } from '../../../ui/form/form.tsx'
import type { FieldProps } from './line.tsx'
import type { OrderFields } from './order-fields.ts'
import { asksForAddress, useHasNoAddress } from './own-address.ts'

export function DeliveryFields({ values, field }: { values: OrderFields; field: FieldProps }) {
  const { t } = useLingui()
  const types = useDeliveryTypes()
  const isShipped = values.delivery_type === 'envio'
  const hasNoAddress = useHasNoAddress(values.destinatario_id)
  const { error: _, ...type } = field('delivery_type')
  return (
    <Stack gap="sm" mt="md" align="flex-start">
      <SegmentedControl
        aria-label={t`Kind of delivery`}
        data={Object.entries(types).map(([value, label]) => ({ value, label }))}
        {...type}
      />
      {isShipped && !hasNoAddress ? (
        <Checkbox
          label={t`Deliver to another address`}
          checked={values.hasOwnAddress}
          onChange={field('hasOwnAddress').onChange}
        />
      ) : null}
      {isShipped && hasNoAddress ? (
        <Text size="sm">{t`This recipient has no address. Where do the goods go?`}</Text>
      ) : null}
      {asksForAddress(values) ? (
        <Stack gap="sm" w="100%">
          <TextInput label={t`Street and number`} required {...field('delivery_address')} />
          <FieldRow>
            <TextInput label={t`City`} required {...field('delivery_city')} />
            <ProvinceField label={t`Province`} {...field('delivery_province')} />
          </FieldRow>
          <TextInput
            label={t`Contact`}
            placeholder={t`The recipient's name and phone`}
            {...field('delivery_contact')}
          />
        </Stack>
      ) : null}
    </Stack>
  )
}
