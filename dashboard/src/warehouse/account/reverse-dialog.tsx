import type { Transaction } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { markOld } from '../../api.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { formatMoney } from '../../ui/format.ts'
import { backoffice } from '../api.ts'
import { useTransactionTypes } from './kinds.ts'

export function ReverseDialog({ entry, close }: { entry: Transaction; close: () => void }) {
  const { t } = useLingui()
  const types = useTransactionTypes()
  const [reason, setReason] = useState('')
  const reversal = useMutation({
    mutationFn: async () => await backoffice.transactions.reverse(entry.id, { reason: reason.trim() }),
    onSuccess: () => {
      markOld('account')
      close()
    },
  })
  const action = { ...reversal, mutate: () => (reason.trim() ? reversal.mutate() : undefined) }
  const what = (types[entry.type] ?? entry.type).toLowerCase()
  return (
    <Confirm title={t`Reverse this ${what}?`} confirmLabel={t`Reverse`} action={action} close={close}>
      <p>
        <Trans>
          An opposite entry of {formatMoney(-entry.amount)} is booked. The first one stays. This can be done
          once.
        </Trans>
      </p>
      <TextInput
        mt="md"
        label={t`Reason`}
        withAsterisk
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        data-autofocus
      />
    </Confirm>
  )
}
