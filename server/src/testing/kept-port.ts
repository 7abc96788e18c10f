// A port for a server that is stopped and started again. To whoever asks for any, and to every connection that
// goes out, the system gives one of a range (on Linux from 32768 on), and hundreds are in use while tests run: one
// from below that range is not taken by somebody else in the meantime.
import { once } from 'node:events'
import { createServer } from 'node:net'

const [lowest, highest] = [12_000, 32_000]

export async function portToKeep(): Promise<number> {
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
