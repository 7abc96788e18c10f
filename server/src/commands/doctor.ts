// Checks everything the service depends on, and says of each in one line whether it is well.
import { statfs } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Command } from 'commander'
import { type Config, readConfig } from '../config.ts'
import { sql } from '../db/sql.ts'
import { openDatabase } from '../runtime.ts'
import { type JsonOption, print, withJson } from './output.ts'

type Finding = { check: string; ok: boolean; detail: string }

const leastFreeBytes = 1024 ** 3
const clockToleranceMs = 2_000
const connectTimeoutMs = 3_000

export function doctorCommand(program: Command) {
  withJson(program.command('doctor').description('check settings, database, disk, Redis and clock')).action(
    async (options: JsonOption) => {
      const findings = await examine()
      if (options.json) print(findings, options)
      else
        for (const { ok, check, detail } of findings)
          process.stdout.write(`${ok ? 'ok  ' : 'FAIL'}  ${check.padEnd(9)} ${detail}\n`)
      if (findings.some((finding) => !finding.ok)) process.exitCode = 1
    },
  )
}

async function examine(): Promise<Finding[]> {
  const settings = await attempt('settings', async () => {
    readConfig()
    return 'all valid'
  })
  if (!settings.ok) return [settings]
  const config = readConfig()
  return [settings, ...(await examineDatabase(config)), await examineDisk(config), await examineRedis(config)]
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  let clock: Finding = { check: 'clock', ok: false, detail: 'not checked: the database does not answer' }
  const database = await attempt('database', async () => {
    const { db, close } = await openDatabase(config, { migrated: false })
    try {
      const { version, now } = await db.one(
        sql<{ version: string; now: string }>`
          select current_setting('server_version') as version, clock_timestamp()::timestamptz(3) as now`,
      )
      clock = judgeClock(Date.parse(now) - Date.now())
      return `PostgreSQL ${version}${config.databaseUrl ? '' : ', embedded'}`
    } finally {
      await close()
    }
  })
  return [database, clock]
}

function judgeClock(differenceMs: number): Finding {
  const ok = Math.abs(differenceMs) <= clockToleranceMs
  const detail = ok
    ? 'agrees with the database'
    : `differs from the database's by ${Math.round(differenceMs / 1000)} s: set both by NTP`
  return { check: 'clock', ok, detail }
}

const examineDisk = ({ dataDir }: Config) =>
  attempt('disk', async () => {
    const { bavail, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    if (free < leastFreeBytes) throw new Error(`only ${Math.floor(free / 1024 ** 2)} MiB free for ${dataDir}`)
    return `${Math.floor(free / 1024 ** 3)} GiB free`
  })

const examineRedis = ({ redisUrl }: Config) =>
  attempt('redis', async () => {
    if (!redisUrl) return 'not set: limits are kept per process'
    const { hostname, port } = new URL(redisUrl)
    await reach(hostname, Number(port || 6379))
    return `${hostname} answers`
  })

function reach(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: connectTimeoutMs })
    socket.once('connect', () => resolve()).once('connect', () => socket.destroy())
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} does not answer`)))
    socket.once('error', (error) => reject(new Error(`cannot reach ${host}:${port}: ${error.message}`)))
  })
}

async function attempt(check: string, work: () => Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await work() }
  } catch (error) {
    return { check, ok: false, detail: (error as Error).message.replaceAll('\n', '; ') }
  }
}
