// The sandbox of a client, as the staff sees it: how much is in it, and until when it is kept. What is in it is in no list of theirs.
import { AndenError } from '@anden/sdk'
import type { Client, ClientSandbox } from '@anden/sdk/backoffice'
import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { type ById, one, startReading } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'
import { Card, Columns, Empty, Facts, Stat } from '../../ui/card.tsx'
import { Detail } from '../../ui/detail.tsx'
import { formatBytes, formatDate, formatNumber } from '../../ui/format.ts'
import { Page } from '../../ui/page.tsx'
import { Moment } from '../../ui/values.tsx'
import { SeeAsClient } from '../clients/see-as-client.tsx'
import { ClientTabs } from '../clients/tabs.tsx'
import { clientById } from '../queries.ts'

const route = getRouteApi('/shell/warehouse/clients/$id/sandbox')

/** null: there is none. */
const sandboxOf = (id: string) =>
  one(['clients', id, 'sandbox'], async (options): Promise<ClientSandbox | null> => {
    try {
      return await backoffice.clients.sandbox.get(id, {}, options)
    } catch (error) {
      if (error instanceof AndenError && error.code === 'sandbox/not-found') return null
      throw error
    }
  })

export function load({ params }: ById): void {
  startReading(clientById(params.id))
  startReading(sandboxOf(params.id))
}

export function SandboxOfClient() {
  const { id } = route.useParams()
  return <Detail query={clientById(id)}>{(client) => <SandboxTab {...client} />}</Detail>
}

function SandboxTab({ id, name }: Client) {
  const { t } = useLingui()
  return (
    <Detail query={sandboxOf(id)}>
      {(sandbox) => (
        <Page
          title={t`Sandbox of ${name}`}
          name={t`Sandbox`}
          intro={
            <Trans>
              Goods, orders and money that do not exist, with which the client tries its programs. Nothing of
              it is in the lists of the warehouse.
            </Trans>
          }
          crumbs={[
            { to: '/warehouse', label: t`Warehouse` },
            { to: '/warehouse/clients', label: t`Clients` },
            { to: `/warehouse/clients/${id}`, label: name },
          ]}
          actions={sandbox ? <SeeAsClient id={id} name={name} side="sandbox" /> : null}
        >
          <ClientTabs id={id} />
          {sandbox ? (
            <Found {...sandbox} />
          ) : (
            <Empty title={t`This client has no sandbox`}>
              {t`Its own users create it, when they want to try something.`}
            </Empty>
          )}
        </Page>
      )}
    </Detail>
  )
}

function Found(sandbox: ClientSandbox) {
  const { t } = useLingui()
  const { used, limits, keys, reset } = sandbox
  const resets: Record<string, string> = {
    running: t`running`,
    done: t`done`,
    failed: t`failed`,
  }
  return (
    <>
      <Columns columns="stats">
        <Stat
          label={t`Orders`}
          value={formatNumber(used.orders)}
          note={t`of ${formatNumber(limits.orders)} at most`}
        />
        <Stat
          label={t`Products`}
          value={formatNumber(used.products)}
          note={t`of ${formatNumber(limits.products)} at most`}
        />
        <Stat
          label={t`Files`}
          value={formatBytes(used.file_bytes)}
          note={t`of ${formatBytes(limits.file_bytes)} at most`}
        />
        <Stat label={t`Test keys`} value={formatNumber(keys)} note={t`that can be used`} />
      </Columns>
      <Columns columns="2fr 1fr">
        <Card title={t`Sandbox`}>
          <Facts
            entries={[
              [t`Its day`, formatDate(sandbox.day)],
              [
                t({ context: 'sandbox', message: 'Created' }),
                <Moment key="created" at={sandbox.created_at} />,
              ],
              [t`Last use`, <Moment key="used" at={sandbox.last_used_at} ago />],
              [t`Kept until`, <Moment key="kept" at={sandbox.kept_until} />],
              [
                t`Announced`,
                sandbox.announced_at ? <Moment key="announced" at={sandbox.announced_at} /> : null,
              ],
              [t`Emptied`, sandbox.emptied_at ? <Moment key="emptied" at={sandbox.emptied_at} /> : null],
              [
                t`Last reset`,
                reset ? (
                  <span key="reset">
                    <Moment at={reset.started_at} /> · {resets[reset.state] ?? reset.state}
                  </span>
                ) : null,
              ],
            ]}
          />
        </Card>
      </Columns>
    </>
  )
}
