// A process that joins a cluster, for the tests: it prints what it got as one JSON line, leaves when its standard input
// says so or ends, and can be killed at any moment before.
import { once } from 'node:events'
import { joinCluster } from '../../../src/db/embedded/cluster.ts'

const [dataDir = './data'] = process.argv.slice(2)

try {
  const cluster = await joinCluster({ dataDir })
  process.stdout.write(`${JSON.stringify({ url: cluster.url })}\n`)
  process.stdin.resume()
  await once(process.stdin, 'end')
  await cluster.leave()
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: (error as Error).message })}\n`)
  process.exitCode = 1
}
