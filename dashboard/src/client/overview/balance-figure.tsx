import type { MonthlyBalance, Transaction } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Stat } from '../../ui/card.tsx'
import { formatMoney, formatShortDay } from '../../ui/format.ts'
import { Figure, Note } from './figures.tsx'
import { latestTransaction } from './queries.ts'

export function BalanceFigure({ months }: { months: MonthlyBalance[] | undefined }) {
  const { t } = useLingui()
  const { data } = useQuery(latestTransaction)
  const textOf = useTransactionText()
  const saldo = months?.at(-1)?.saldo
  const label = !saldo ? t`Balance` : saldo > 0 ? t`Balance to pay` : t`Balance in your favour`
  const [latest] = data?.data ?? []
  return (
    <Stat
      label={label}
      value={<Figure>{saldo === undefined ? null : formatMoney(Math.abs(saldo))}</Figure>}
      note={<Note>{data ? (latest ? textOf(latest) : t`No movements yet`) : null}</Note>}
      to="/account"
    />
  )
}

function useTransactionText() {
  const { t } = useLingui()
  return ({ type, amount, reverses, created_at }: Transaction): string => {
    const money = formatMoney(amount)
    const day = formatShortDay(created_at)
    if (reverses) return t`last movement: reversal of ${money}, ${day}`
    if (type === 'payment') return t`last movement: payment of ${money}, ${day}`
    if (type === 'credit_note') return t`last movement: credit note of ${money}, ${day}`
    return t`last movement: charge of ${money}, ${day}`
  }
}
