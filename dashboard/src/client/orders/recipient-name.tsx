import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useRecipientName } from '../destinatarios/names.ts'

export function RecipientName({ id }: { id: string }) {
  const { t } = useLingui()
  const name = useRecipientName(id)
  if (name === undefined) return <Skeleton height={12} my={4} width="60%" />
  return name ?? <span className="quiet">{t`deleted recipient`}</span>
}
