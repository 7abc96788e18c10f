// Lists contain only the id of a recipient. The names come from one page of recipients, which covers all of them for
// most clients. A recipient that is not on that page is fetched when its row is shown.

import type { Destinatario } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { one, portal } from '../../shared/api.ts'
import { destinatarioById } from './queries.ts'

const firstRecipients = one(['destinatarios', 'first'], async (options) => {
  const { data } = await portal.destinatarios.list({ limit: 100 }, options)
  return new Map(data.map(({ id, name }) => [id, name]))
})

/** undefined: not loaded yet. null: the recipient has been deleted. */
export function useRecipientName(id: string): string | null | undefined {
  const first = useQuery(firstRecipients)
  const known = first.data?.get(id)
  const own = useQuery({ ...destinatarioById(id), enabled: first.isFetched && known === undefined })
  if (known !== undefined) return known
  return own.isError ? null : own.data?.name
}

/** City and province, or only one of them if both have the same name. */
export function placeOf({ city, province }: Pick<Destinatario, 'city' | 'province'>): string {
  return [...new Set([city, province])].filter(Boolean).join(', ')
}

export function RecipientName({ id }: { id: string }) {
  const { t } = useLingui()
  const name = useRecipientName(id)
  if (name === undefined) return <Skeleton height={12} my={4} width="60%" />
  return name ?? <span className="quiet">{t`deleted recipient`}</span>
}
