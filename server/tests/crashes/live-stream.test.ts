// Live streams through a crash of their process, its shutdown, and an outage of the database: a client that comes back
// with its last id misses nothing.
import { portalScopes } from '@anden/contract'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { portalPrefix } from '../../src/app/routes.ts'
import { createClient } from '../../src/identity/clients.ts'
import { issueApiKey } from '../../src/identity/issue-keys.ts'
import { serve } from '../harness/command.ts'
import { addAccountEntries, addDestinatario } from '../harness/document-data.ts'
import { scratch } from '../harness/embedded/trial.ts'
import { bearer, listen } from '../harness/live-client.ts'
import { useDatabase } from '../harness/prologue.ts'
import { until } from '../harness/until.ts'

const database = await useDatabase()
const { db } = database
const owner = { name: 'Bodega', email: 'bodega@bodega.example', cuit_dni: null }
const clientId = (await createClient(db, owner)).id
const { token } = await issueApiKey(db, { clientId, name: 'test', scopes: portalScopes })
const settings = {
  ...database.settings,
  SECRET_KEY: '0123456789abcdef0123456789abcdef',
  DATA_DIR: await scratch(),
  ROLES: 'api',
}
const pay = () => addAccountEntries(db, clientId, [{ type: 'payment', amount: 1 }])

test('kill -9, an outage of the database and SIGTERM: every change is reported in the end', async () => {
  const [first, second] = await Promise.all([serve(settings), serve(settings)])
  const root = ({ url }: { url: string }) => url + portalPrefix

  const killed = await listen(root(first), bearer(token))
  await addDestinatario(db, clientId)
  await killed.heard('destinatarios')
  await first.end('SIGKILL')
  await killed.ended()
  await pay()
  const resumed = await listen(root(second), bearer(token), killed.state.lastEventId)
  await resumed.heard('account')

  resumed.changes.length = 0
  await whileUnreachable(async () => {
    await until('the process has noticed', () => second.stderr().includes('cannot read which topics'))
    expect(resumed.state.hasEnded).toBe(false)
  })
  await until('the database is back', () =>
    pay().then(
      () => true,
      () => false,
    ),
  )
  await resumed.heard('account')

  second.signal('SIGTERM')
  await resumed.ended()
  // Long before the ten seconds after which connections are closed by force.
  await until('the process has ended', () => second.exitCode() !== undefined, 5_000)
  expect(second.exitCode()).toBe(0)
})

/** All connections to the database are ended, and new ones refused. */
async function whileUnreachable(work: () => Promise<void>) {
  const name = new URL(database.directUrl).pathname.slice(1)
  const outside = new pg.Client(inject('serverUrl'))
  await outside.connect()
  await outside.query(`alter database ${name} with allow_connections false`)
  await outside.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  try {
    await work()
  } finally {
    await outside.query(`alter database ${name} with allow_connections true`)
    await outside.end()
  }
}
