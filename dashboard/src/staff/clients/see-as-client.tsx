import type { Environment } from '@anden/contract'
import type { Client } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Eye } from 'lucide-react'
import { backoffice } from '../../shared/backoffice.ts'
import { showAsClient } from '../../shared/inspected.ts'
import { useProblemText } from '../../ui/problem-texts.ts'
import { useAction } from '../../ui/use-action.ts'

/** Shows the client's own pages in this tab, read-only. */
export function SeeAsClient({
  id,
  name,
  side = 'live',
}: Pick<Client, 'id' | 'name'> & { side?: Environment }) {
  const { t } = useLingui()
  const textOf = useProblemText()
  const begin = useAction({
    mutationFn: async () => await backoffice.clients.inspect(id),
    onSuccess: () => showAsClient({ id, name }, side),
  })
  const failure = begin.isError ? textOf(begin.error).title : ''
  return (
    <Button
      leftSection={<Eye size={15} aria-hidden="true" />}
      loading={begin.isPending}
      title={failure || t`In this tab, for an hour, read only. It is noted in the audit log.`}
      onClick={() => begin.mutate()}
    >
      {side === 'sandbox' ? t`See its sandbox` : t`See as the client`}
      <span className="visually-hidden" role="status">
        {failure}
      </span>
    </Button>
  )
}
