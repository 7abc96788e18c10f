import build from 'fast-json-stringify'
import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'

/** Serialises by the schema: members that are not in it are left out. Compiled when it is first used. */
export function jsonSerializer(schema: TSchema | null): (value: unknown) => Buffer {
  let serialize: ((value: unknown) => string) | undefined
  return (value) => {
    serialize ??= build(schema ?? {})
    return Buffer.from(serialize(value))
  }
}

export function sendJson(reply: FastifyReply, status: number, bytes: Buffer, etag?: string) {
  reply.code(status).header('content-type', 'application/json; charset=utf-8')
  if (etag) reply.headers({ etag, 'cache-control': 'private, no-cache' })
  else reply.header('cache-control', 'no-store')
  return reply.send(bytes)
}

export function sendNotModified(reply: FastifyReply, etag: string) {
  return reply.code(304).headers({ etag, 'cache-control': 'private, no-cache' }).send()
}
