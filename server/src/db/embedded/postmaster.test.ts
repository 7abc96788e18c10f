import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { homeOf, scratch } from '../../../tests/harness/embedded/trial.ts'
import { stablePort } from '../../../tests/harness/stable-port.ts'
import { findPackage, prepareBinaries } from './binaries.ts'
import { joinCluster } from './cluster.ts'
import { openControl } from './control.ts'
import { findPostmaster, startPostmaster, stopPostmaster } from './postmaster.ts'

test('a port that somebody takes before the server does is replaced by another one', {
  timeout: 60_000,
}, async () => {
  const dataDir = join(await scratch(), 'data')
  await (await joinCluster({ dataDir, durable: false })).leave()
  const home = await homeOf(dataDir)
  const binaries = await prepareBinaries({
    package: findPackage(),
    account: home.account,
    copiesIn: () => scratch(),
    say: () => undefined,
  })
  const taken = await listen()
  const free = await stablePort()
  const ports = [taken.port, free]
  const choosePort = async () => ports.shift() ?? 0
  const { log } = await openControl(dataDir)
  const postmaster = await startPostmaster({ home, binaries, durable: false, log, choosePort })
  expect(postmaster.port).toBe(free)
  expect(await findPostmaster(home)).toMatchObject(postmaster)
  await stopPostmaster(postmaster.pid, home.pgdata)
  expect(await findPostmaster(home)).toBeUndefined()
  taken.server.close()
})

async function listen() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { server, port: address.port }
}
