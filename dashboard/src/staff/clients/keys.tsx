// The keys of a client. Its administrators make them in their own dashboard; the staff can do it for them.
import type { ApiKey } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { backoffice } from '../../shared/backoffice.ts'
import type { AnyIssuedKey, AnyKey } from '../../shared/keys/key.ts'
import { useKeyColumns } from '../../shared/keys/key-columns.tsx'
import { useMay } from '../../shared/session.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card, Empty } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { keysOf } from '../queries.ts'

const RotatedKey = lazy(async () => ({ default: (await import('./rotated-key.tsx')).RotatedKey }))
const RevokeKey = dialogOnDemand(async () => (await import('../../shared/keys/revoke-key.tsx')).RevokeKey)
const RotateKey = dialogOnDemand(async () => (await import('../../shared/keys/rotate-key.tsx')).RotateKey)

export function KeysOfClient({ clientId }: { clientId: string }) {
  const { t } = useLingui()
  const mayWrite = useMay('staff:clients')
  const [dialog, setDialog] = useState<{ of: AnyKey; kind: 'rotate' | 'revoke' } | null>(null)
  const [rotated, setRotated] = useState<AnyIssuedKey | null>(null)
  const columns = useKeyColumns<ApiKey>([], (of, kind) => setDialog({ of, kind })).filter(
    ({ id }) => mayWrite || id !== 'actions',
  )
  const close = () => setDialog(null)
  const create = mayWrite ? (
    <ButtonLink to="/warehouse/clients/$id/keys/new" params={{ id: clientId }} size="compact-sm">
      {t`Create a key`}
    </ButtonLink>
  ) : null
  if (rotated)
    return (
      <Suspense>
        <RotatedKey token={rotated.token} done={() => setRotated(null)} />
      </Suspense>
    )
  return (
    <Card title={t`API keys`} aside={create} flush>
      <Detail query={keysOf(clientId)}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty title={t`No keys yet`}>
              {t`Make one here, or leave it to the client's administrators.`}
            </Empty>
          ) : (
            <PlainTable
              label={t`API keys`}
              columns={columns}
              rows={data}
              rowKey={({ id }) => id}
              rowsAtFirst={6}
            />
          )
        }
      </Detail>
      {dialog?.kind === 'rotate' ? (
        <RotateKey
          of={dialog.of}
          rotate={(id, body) => backoffice.clients.keys.rotate(clientId, id, body)}
          close={close}
          rotated={(key) => {
            close()
            setRotated(key)
          }}
        />
      ) : null}
      {dialog?.kind === 'revoke' ? (
        <RevokeKey
          of={dialog.of}
          revoke={(id) => backoffice.clients.keys.delete(clientId, id)}
          close={close}
        />
      ) : null}
    </Card>
  )
}
