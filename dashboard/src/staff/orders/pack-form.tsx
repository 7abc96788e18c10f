// Asks for the packages of an order, and packs it. It can be repeated until the goods leave.
import rules from 'contract:backoffice/PATCH /orders/{id}'
import { AndenError } from '@anden/sdk'
import type { StaffOrderDetail } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { queryClient } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { focusOnMount } from '../../ui/code-input.tsx'
import { Form } from '../../ui/form/form.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { PackagesField } from '../../ui/number/number-fields.tsx'
import { packageCount } from '../../ui/number/read-number.ts'
import { numberToSend } from '../../ui/number/typed-number.ts'
import { markOrdersOld, staffOrderById } from '../queries.ts'

type Fields = { packages: string }
type PackFormProps = {
  order: Pick<StaffOrderDetail, 'id' | 'packages' | 'revision'>
  /** Whether every unit was scanned or ticked. */
  isChecked: boolean
  done: () => void
  cancel: () => void
}

export function PackForm({ order, isChecked, done, cancel }: PackFormProps) {
  const { t } = useLingui()
  const bodyOf = ({ packages }: Fields) => ({
    action: 'pack' as const,
    if_revision: order.revision,
    packages: numberToSend(packages, packageCount) as number,
    checked: isChecked,
  })
  const form = useContractForm<Fields, StaffOrderDetail>({
    rules,
    initial: { packages: order.packages === null ? '' : String(order.packages) },
    body: bodyOf,
    check: ({ packages }) =>
      packages.trim() === '' ? [{ pointer: '/packages', detail: t`How many packages are there?` }] : [],
    send: async (values) => {
      try {
        return await backoffice.orders.update(order.id, bodyOf(values))
      } catch (error) {
        // The order has been cancelled or dispatched meanwhile: the page says so.
        if (error instanceof AndenError && error.response?.status === 409) markOrdersOld()
        throw error
      }
    },
    done: (packed) => {
      queryClient.setQueryData(staffOrderById(order.id).queryKey, packed)
      markOrdersOld()
      done()
    },
  })
  return (
    <Form form={form} submitLabel={t`Packed`} cancel={cancel} isWide>
      <PackagesField
        label={t`Packages`}
        withAsterisk
        data-autofocus
        ref={focusOnMount}
        {...form.getInputProps('packages')}
      />
    </Form>
  )
}
