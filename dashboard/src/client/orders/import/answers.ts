import type { OrdersImport, OrdersImportPreview as Preview } from '@anden/contract'
import type { SheetError } from '@anden/sdk'

export type { OrdersImport }
export type OrdersImportPreview = Omit<Preview, 'faults'> & { faults: SheetError[] }
