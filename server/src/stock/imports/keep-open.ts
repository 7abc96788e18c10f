import type { FastifyRequest } from 'fastify'

/** A silent connection is cut after a while, as its client may be gone. Here it is silent because of us. */
export async function keepOpen<Result>(
  { raw: { socket } }: FastifyRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const timeoutMs = socket.timeout ?? 0
  socket.setTimeout(0)
  try {
    return await work()
  } finally {
    socket.setTimeout(timeoutMs)
  }
}
