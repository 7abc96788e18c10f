// A real redis-server for tests: on a free loopback port, keeping nothing on disk.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'

const SERVER = 'redis-server'

export function isRedisMissing(): boolean {
  return spawnSync(SERVER, ['--version']).error !== undefined
}

export async function spawnRedis(port: number): Promise<ChildProcess> {
  const options = [
    '--port',
    `${port}`,
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    tmpdir(),
  ]
  const redis = spawn(SERVER, options, { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const line of createInterface({ input: redis.stdout })) {
    if (!line.includes('Ready to accept connections')) continue
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
