import type { FastifyRequest } from 'fastify'

/** Disables the socket's idle timeout while we work: the connection is idle because of us, not because the client left. */
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
