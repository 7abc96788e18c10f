import type { Cells } from '../../../shared/sheet/columns.ts'

/** Lines of the template, by the ids of the columns. */
export const sampleOrders: Cells[] = [
  {
    reference: 'OC 1001',
    destinatario: 'Vinoteca del Centro',
    sku: 'MAL-RES-750',
    quantity: '6',
    vintage_year: '2021',
  },
  { reference: 'OC 1001', destinatario: 'Vinoteca del Centro', sku: 'TOR-750', quantity: '12' },
  { reference: 'OC 1002', destinatario: 'Restó El Parral', sku: 'ACE-GRA', quantity: '12.5' },
]
