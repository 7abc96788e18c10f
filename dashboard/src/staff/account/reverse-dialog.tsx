import type { Transaction } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { backoffice } from '../../shared/backoffice.ts'
import { formatMoney } from '../../ui/format.ts'
import { ConfirmWithReason } from '../confirm-with-reason.tsx'
import { useTransactionTypes } from './record-menu.tsx'

export function ReverseDialog({ entry, close }: { entry: Transaction; close: () => void }) {
  const { t } = useLingui()
  const types = useTransactionTypes()
  const what = (types[entry.type] ?? entry.type).toLowerCase()
  return (
    <ConfirmWithReason
      title={t`Reverse this ${what}?`}
      confirmLabel={t`Reverse`}
      draft={`transactions.${entry.id}.reverse`}
      send={(reason) => backoffice.transactions.reverse(entry.id, { reason })}
      topics={['account']}
      close={close}
    >
      <Trans>
        An opposite entry of {formatMoney(-entry.amount)} is booked. The first one stays. This can be done
        once.
      </Trans>
    </ConfirmWithReason>
  )
}
