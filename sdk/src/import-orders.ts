// Places the orders of a sheet. With a hook the sheet is checked first, so that a program can show the orders before they exist, and stop.
import type { CreateOrdersImportQuery, PortalOrdersImports } from './generated/portal.ts'
import type { OrdersImport, OrdersImportPreview } from './generated/schemas.ts'
import type { IdempotentOptions } from './options.ts'

export type ImportOrdersQuery = Omit<CreateOrdersImportQuery, 'dry_run'>

export interface ImportOrdersOptions extends IdempotentOptions {
  /**
   * Called with what would be placed, then with what has been. Nothing is placed if it throws the first time. It costs a dry run,
   * which counts as another write for the rate limits.
   */
  onProgress?: ((progress: OrdersImportProgress) => unknown) | undefined
}

export type OrdersImportProgress =
  | (OrdersImportPreview & { dry_run: true })
  | (OrdersImport & { dry_run: false })

export async function importOrders(
  create: PortalOrdersImports['create'],
  sheet: string | Blob,
  query?: ImportOrdersQuery,
  { onProgress, ...options }: ImportOrdersOptions = {},
): Promise<OrdersImport> {
  const step = async (dry_run: boolean) => {
    const answer = await create(sheet, { ...query, dry_run }, options)
    await onProgress?.(answer as OrdersImportProgress)
    return answer as OrdersImport
  }
  if (onProgress) await step(true)
  return step(false)
}
