import type { Product, StaffStockRow } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { markOld } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'
import { quantityText } from '../../ui/values.tsx'

type ArchiveProductProps = { product: Product; row: StaffStockRow; close: () => void }

/** Archives or restores a product. */
export function ArchiveProduct({ product, row, close }: ArchiveProductProps) {
  const { t } = useLingui()
  const { id, sku, archived, unit_type } = product
  const change = useAction({
    mutationFn: async () => await backoffice.products.update(id, { archived: !archived }),
    onSuccess: () => {
      markOld('stock')
      close()
    },
  })
  const reserved = row.reserved_quantity ?? 0
  const isEmpty = row.quantity === 0 && reserved === 0
  return (
    <Confirm
      title={archived ? t`Restore ${sku}?` : t`Archive ${sku}?`}
      confirmLabel={archived ? t`Restore` : t`Archive`}
      isDangerous={!archived}
      isReady={archived || isEmpty}
      action={change}
      close={close}
    >
      {archived ? (
        <Trans>It can be ordered and received again.</Trans>
      ) : isEmpty ? (
        <Trans>
          It can no longer be ordered or received, and leaves the lists. Its ledger stays. It can be restored.
        </Trans>
      ) : (
        <Trans>
          Only a product without stock can be archived: {quantityText(row.quantity, unit_type)} are on hand,{' '}
          {quantityText(reserved, unit_type)} are reserved.
        </Trans>
      )}
    </Confirm>
  )
}
