// A real redis-server for tests, on a free loopback port and without persistence.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const SERVER = 'redis-server'

export function isRedisMissing(): boolean {
  return spawnSync(SERVER, ['--version']).error !== undefined
}

export function spawnRedis(port: number, more: Record<string, string> = {}): Promise<ChildProcess> {
  const settings = {
    port: `${port}`,
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    dir: tmpdir(),
    ...more,
  }
  const options = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value])
  return started(spawn(SERVER, options, { stdio: ['ignore', 'pipe', 'ignore'] }), port)
}

/** Watches the primary at the port, and replaces it half a second after it is lost. Keeps its state in the directory. */
export async function spawnSentinel(port: number, primary: number, directory: string): Promise<ChildProcess> {
  const file = join(directory, `sentinel-${port}.conf`)
  await writeFile(
    file,
    `port ${port}
bind 127.0.0.1
dir ${directory}
sentinel monitor limits 127.0.0.1 ${primary} 1
sentinel down-after-milliseconds limits 500
sentinel failover-timeout limits 2000
`,
  )
  const sentinel = spawn(SERVER, [file, '--sentinel'], { stdio: ['ignore', 'pipe', 'ignore'] })
  return started(sentinel, port)
}

async function started(redis: ChildProcess, port: number): Promise<ChildProcess> {
  if (!redis.stdout) throw new Error('redis-server has no standard output')
  for await (const line of createInterface({ input: redis.stdout })) {
    if (!/Ready to accept connections|Sentinel ID is/.test(line)) continue
    redis.stdout.resume()
    return redis
  }
  throw new Error(`redis-server ended at once on port ${port}`)
}

export async function stopRedis(redis: ChildProcess): Promise<void> {
  if (redis.exitCode !== null || redis.signalCode !== null) return
  redis.kill('SIGKILL')
  await once(redis, 'exit')
}
