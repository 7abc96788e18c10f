// The goods that were announced and are still expected: they arrive, are received and the notice is closed, at the press of a button.
import type { InboundNotice } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { markOld } from '../../shared/api.ts'
import { sandbox } from '../../shared/sandbox.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import { AsRequest } from './as-request.tsx'
import { openNotices } from './queries.ts'
import styles from './sandbox.module.css'

export function Announced() {
  const { t } = useLingui()
  const { data } = useQuery(openNotices)
  const receive = useAction({
    mutationFn: async (id: string) => await sandbox.inbound.receive(id, {}),
    onSuccess: () => {
      for (const topic of ['inbound', 'stock', 'remitos']) markOld(topic)
    },
  })
  const [first] = data?.data ?? []
  if (!first) return null
  return (
    <section aria-label={t`Announced goods`} className={styles['steps']}>
      <h3>{t`Announced goods`}</h3>
      <ul className={styles['rows']}>
        {data?.data.map((notice: InboundNotice) => (
          <li key={notice.id}>
            <span>
              <Link to="/inbound/$id" params={{ id: notice.id }}>
                {notice.number}
              </Link>{' '}
              <span className="quiet">{notice.reference}</span>
            </span>
            <Button
              size="compact-sm"
              aria-label={t`Receive the goods of ${notice.number}`}
              loading={receive.isPending && receive.variables === notice.id}
              onClick={() => void receive.mutate(notice.id)}
            >
              {t({ context: 'action', message: 'Receive' })}
            </Button>
          </li>
        ))}
      </ul>
      {receive.error ? <ProblemNote error={receive.error} /> : null}
      <AsRequest path={`/sandbox/inbound/${first.id}/receive`} />
    </section>
  )
}
