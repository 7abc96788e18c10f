import rules from 'contract:backoffice/GET /pick-list'
import { t } from '@lingui/core/macro'
import { backoffice } from '../../shared/backoffice.ts'
import { language } from '../../ui/languages.ts'
import { saveAs } from '../../ui/save-as.ts'

/** The number of orders that one list can have. */
export const maxOrdersPerList = rules.query['order_id']?.maxItems ?? 1

/** Saves the pick list of these orders as a PDF for the printer. */
export async function printPickList(ids: readonly string[]): Promise<void> {
  const pdf = await backoffice.pickList.pdf.list(
    { order_id: [...ids] },
    { headers: { 'accept-language': language() } },
  )
  await saveAs(pdf, `${t`pick-list`}.pdf`)
}
