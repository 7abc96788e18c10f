import type { RecordsImportPreview as Preview, RecordsImport } from '@anden/contract'
import type { SheetError } from '@anden/sdk'

export type { RecordsImport }
export type RecordsImportPreview = Omit<Preview, 'faults'> & { faults: SheetError[] }
