import { t } from '@lingui/core/macro'
import { backoffice } from '../../shared/backoffice.ts'
import { language } from '../../ui/languages.ts'
import { saveAs } from '../../ui/save-as.ts'

/** Saves the labels of an order as a PDF for the printer, one page per package. */
export async function printLabels({ id, order_number }: { id: string; order_number: string }): Promise<void> {
  const pdf = await backoffice.orders.labels.list(id, {}, { headers: { 'accept-language': language() } })
  await saveAs(pdf, `${t`${order_number}-labels`}.pdf`)
}
