import type { Trip } from '@anden/sdk/backoffice'
import { t } from '@lingui/core/macro'
import { backoffice } from '../../shared/backoffice.ts'
import { language } from '../../ui/languages.ts'
import { saveAs } from '../../ui/save-as.ts'
import { printRemitos } from '../orders/print-remitos.ts'

export type Printed = 'route-sheet' | 'remitos' | 'labels'

export const remitosOf = ({ stops }: Trip) => stops.flatMap(({ remitos }) => remitos.map(({ id }) => id))

/** Saves the papers of a trip as a PDF for the printer. */
export async function printTrip(trip: Trip, what: Printed): Promise<void> {
  const { id, number } = trip
  const options = { headers: { 'accept-language': language() } }
  switch (what) {
    case 'route-sheet':
      return saveAs(await backoffice.trips.pdf.get(id, {}, options), `${t`route-sheet-${number}`}.pdf`)
    case 'labels':
      return saveAs(await backoffice.trips.labels.list(id, {}, options), `${t`${number}-labels`}.pdf`)
    case 'remitos':
      return printRemitos(remitosOf(trip))
  }
}
