import type { Transaction } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'

/** The title of an entry: a payment with its method, a credit note with its number. */
export function useEntryTitle(): (entry: Transaction) => string {
  const { t } = useLingui()
  const methods: Record<string, string> = {
    efectivo: t`cash`,
    tarjeta: t`card`,
    transferencia: t`bank transfer`,
    qr: t`QR`,
    cheque: t`cheque`,
  }
  return ({ type, payment_method, number, reverses }) => {
    const method = methods[payment_method] ?? payment_method
    if (type === 'payment') return reverses ? t`Reversal of a payment, ${method}` : t`Payment, ${method}`
    if (type === 'credit_note')
      return reverses ? t`Reversal of credit note ${number}` : t`Credit note ${number}`
    return reverses ? t`Reversal of a charge` : t`Charge`
  }
}
