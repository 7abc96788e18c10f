import { useLingui } from '@lingui/react/macro'

/** Describes when each event is sent. */
export function useEventTexts(): (type: string) => string {
  const { t } = useLingui()
  const texts: Record<string, string> = {
    'order.created': t`You placed an order.`,
    'order.approved': t`The warehouse approved an order.`,
    'order.rejected': t`The warehouse rejected an order; it says why.`,
    'order.in_preparation': t`An order is being prepared.`,
    'order.in_transit': t`An order has left the warehouse.`,
    'order.delivered': t`An order was delivered.`,
    'order.failed_delivery': t`A delivery was attempted and failed; it says why.`,
    'order.cancelled': t`An order was cancelled.`,
    'remito.created': t`A remito was issued, for goods in or out.`,
    'remito.voided': t`A remito was voided.`,
    'payment.received': t`A payment of yours was recorded.`,
    'credit_note.issued': t`A credit note was issued to you.`,
    'stock.changed': t`The stock of a product changed, for any reason.`,
    'lot.created': t`A lot came in for the first time.`,
    'lot.depleted': t`A lot is used up.`,
    'lot.expiring': t`A lot with goods in it expires within 30 days. Sent every day at 08:00 UTC.`,
    'lot.held': t`The warehouse put a lot on hold; it says why.`,
    'lot.released': t`The warehouse released a lot that was on hold.`,
    'webhook.test': t`The test ping. Nobody subscribes to it; it comes only when someone asks for it.`,
  }
  return (type) => texts[type] ?? ''
}
