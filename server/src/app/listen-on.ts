import type { FastifyInstance } from 'fastify'

type Address = { host: string; port: number; setting: 'PORT' | 'OPS_PORT' }

/** Rejects with the problem and the setting to change. */
export async function listenOn(app: FastifyInstance, { host, port, setting }: Address): Promise<void> {
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} on ${host} is in use: stop the program that uses it, or set ${setting} to another port`,
    EACCES: `no permission to listen on port ${port}: set ${setting} to 1024 or above`,
    EADDRNOTAVAIL: `this machine has no address ${host}: set HOST to one that it has, or to 0.0.0.0`,
    ENOTFOUND: `HOST ${host} cannot be resolved: set it to an address of this machine`,
  }
  await app.listen({ host, port }).catch((error: NodeJS.ErrnoException) => {
    throw new Error(reasons[error.code ?? ''] ?? `cannot listen on ${host}:${port}: ${error.message}`)
  })
}
