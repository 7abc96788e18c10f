// A port for a server that is stopped and started again. It is below the range of ephemeral ports (on Linux from 32768 on),
// of which hundreds are in use while tests run, so that no other program takes it in the meantime.
import { once } from 'node:events'
import { createServer } from 'node:net'

const [lowest, highest] = [12_000, 32_000]

export async function stablePort(): Promise<number> {
  for (;;) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest))
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  const listens = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!listens) return false
  server.close()
  await once(server, 'close')
  return true
}
