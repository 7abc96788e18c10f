import { useLingui } from '@lingui/react/macro'
import { Chip } from '../../ui/chip.tsx'

export function ClientStatus({ status }: { status: string }) {
  const { t } = useLingui()
  return status === 'suspended' ? <Chip tone="bad">{t`Suspended`}</Chip> : <Chip tone="ok">{t`Active`}</Chip>
}
