import type { Remito } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'

export function useRemitoTypes(): Record<Remito['type'], string> {
  const { t } = useLingui()
  return { ingreso: t`Goods in`, egreso: t`Goods out` }
}

export function RemitoChip({ status }: { status: Remito['status'] }) {
  const { t } = useLingui()
  return status === 'voided' ? <Chip tone="bad">{t`Voided`}</Chip> : <Chip tone="ok">{t`Issued`}</Chip>
}

/** A remito is named by its printed numbers. An ingreso may have none. */
export function useRemitoName(): (remito: Pick<Remito, 'remito_number'>) => string {
  const { t } = useLingui()
  return ({ remito_number }) => remito_number.join(', ') || t`without a number`
}
