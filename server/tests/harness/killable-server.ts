// Two processes of the service on one database: one is killed in the middle of its work, the other serves on.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { portalScopes, staffScopes } from '@anden/contract'
import { afterAll } from 'vitest'
import { backofficePrefix, portalPrefix } from '../../src/app/routes.ts'
import { sql } from '../../src/db/sql.ts'
import { createClient } from '../../src/identity/clients.ts'
import { issueApiKey, issueStaffKey } from '../../src/identity/issue-keys.ts'
import { type ServerProcess, serve } from './command.ts'
import { cloneDatabase } from './database.ts'
import { type Caller, caller } from './http.ts'
import { until } from './until.ts'
import { aWarehouse } from './warehouse.ts'

const plenty = { read_per_hour: 1_000_000, write_per_hour: 1_000_000, burst_per_minute: 1_000_000 }

export async function useKillableServer() {
  const database = await cloneDatabase({ maxConnections: 8 })
  const { db } = database
  const dataDir = await mkdtemp(join(tmpdir(), 'anden-killed-'))
  const start = () =>
    serve({
      ...database.settings,
      SECRET_KEY: '0123456789abcdef0123456789abcdef',
      DATA_DIR: dataDir,
      WEBHOOK_ALLOW_PRIVATE: 'true',
    })
  let victim: ServerProcess = await start()
  const survivor = await start()
  afterAll(async () => {
    await Promise.all([victim.end('SIGKILL'), survivor.end('SIGKILL')])
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const staffToken = (await issueStaffKey(db, { name: 'ERP', scopes: staffScopes })).token
  const staff = caller(survivor.url + backofficePrefix, staffToken)
  /** They ask the survivor. */
  const warehouse = await aWarehouse({
    aStaffMember: async () => staff,
    async aClient() {
      const client = await createClient(db, { name: 'Bodega', email: 'b@bodega.example', cuit_dni: null })
      const { id, token } = await issueApiKey(db, {
        clientId: client.id,
        name: 'test',
        scopes: portalScopes,
        rateLimits: plenty,
      })
      const portal: Caller = caller(survivor.url + portalPrefix, token)
      return { id: client.id, token, keyId: id, portal, aUser: () => Promise.reject(new Error('nobody')) }
    },
  })

  /** Kills the process that has been asked, and starts another one. */
  async function kill(): Promise<void> {
    await victim.end('SIGKILL')
    victim = await start()
  }

  /** Has the request wait for a row that somebody else has locked, kills its process there, and lets go of the row. */
  async function killWhileWaitingFor(lock: string, ask: () => Promise<unknown>): Promise<void> {
    const holder = await db.connect()
    await holder.query('begin')
    await holder.query(lock)
    const asked = ask().catch(() => null)
    await until('the request waits', async () => (await db.one(waiting())).waiting)
    await victim.end('SIGKILL')
    await asked
    // Before another process is started, which can take longer than a transaction may be idle.
    await holder.query('rollback')
    await holder.end()
    victim = await start()
  }

  return {
    db,
    warehouse,
    kill,
    killWhileWaitingFor,
    staffOfVictim: () => caller(victim.url + backofficePrefix, staffToken),
    portalOfVictim: (token: string) => caller(victim.url + portalPrefix, token),
  }
}

const waiting = () => sql<{ waiting: boolean }>`
  select exists (
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock') as waiting`
