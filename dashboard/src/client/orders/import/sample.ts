import type { Cells } from '../../../shared/sheet/columns.ts'
import { language } from '../../../ui/languages.ts'

/** Lines of the template, by the ids of the columns. Numbers are written as a spreadsheet in the reader's language does. */
export const sampleOrders = (): Cells[] => {
  const weighed = language() === 'es' ? '12,5' : '12.5'
  return [
    {
      reference: 'OC 1001',
      destinatario: 'Vinoteca del Centro',
      sku: 'MAL-RES-750',
      quantity: '6',
      vintage_year: '2021',
    },
    { reference: 'OC 1001', destinatario: 'Vinoteca del Centro', sku: 'TOR-750', quantity: '12' },
    { reference: 'OC 1002', destinatario: 'Restó El Parral', sku: 'ACE-GRA', quantity: weighed },
  ]
}
