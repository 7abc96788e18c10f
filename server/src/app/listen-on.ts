import type { FastifyInstance } from 'fastify'

type Place = { host: string; port: number; setting: 'PORT' | 'OPS_PORT' }

/** Rejects with what is wrong and which setting to change. */
export async function listenOn(app: FastifyInstance, place: Place): Promise<void> {
  const { host, port, setting } = place
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use: stop what uses it, or set ${setting} to another one`,
    EACCES: `no permission to listen on port ${port}: set ${setting} to 1024 or above`,
    EADDRNOTAVAIL: `this machine has no address ${host}: set HOST to one of its own, or to 0.0.0.0`,
    ENOTFOUND: `HOST ${host} is not known: set it to an address of this machine`,
  }
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(reasons[error.code ?? ''] ?? `cannot listen on ${host}:${port}: ${error.message}`)
  })
}
