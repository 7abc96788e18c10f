// Receivers of webhooks on the loopback address that control every byte of their response: an HTTP server cannot send
// faulty ones.
import { once } from 'node:events'
import type { AddressInfo, Server, Socket } from 'node:net'
import { createServer } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { generate } from 'selfsigned'
import { onTestFinished } from 'vitest'

export type RawReceiver = {
  url: string
  port: number
  /** Whole requests, head and body, in the order of their arrival. */
  requests: readonly string[]
  connections(): number
  /** Resolves when the sender has ended every connection. */
  abandoned(): Promise<unknown>
}
type Certificate = { key: string; cert: string }

/** Calls back for each complete request. A returned text is written as it is; anything else is up to the test. */
export async function startRawReceiver(
  answer: (socket: Socket, request: string) => string | undefined,
  certificate?: Certificate,
): Promise<RawReceiver> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const serve = (socket: Socket) => {
    let text = ''
    // A sender that gives up resets the connection, which many of these tests expect.
    socket.on('error', () => undefined)
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      text += chunk
      const length = Number(/^content-length: (\d+)/im.exec(text)?.[1] ?? 0)
      const end = text.indexOf('\r\n\r\n') + 4
      if (end < 4 || text.length < end + length) return
      const request = text.slice(0, end + length)
      text = text.slice(end + length)
      requests.push(request)
      const reply = answer(socket, request)
      if (reply !== undefined) socket.write(reply, 'latin1')
    })
  }
  const server: Server = certificate ? createTlsServer(certificate, serve) : createServer(serve)
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}/hook`,
    port,
    requests,
    connections: () => connections,
    abandoned: () =>
      Promise.all([...sockets].map((socket) => new Promise((settle) => socket.once('close', settle)))),
  }
}

export function answerOf(status: number, body = '', headers = ''): string {
  return `HTTP/1.1 ${status} Whatever\r\n${headers}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${Buffer.from(body).toString('latin1')}`
}

/** Self-signed, and valid for 127.0.0.1 and the name. */
export async function certificateFor(
  name: string,
  { notBefore, notAfter }: { notBefore?: Date; notAfter?: Date } = {},
): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: notBefore,
    notAfterDate: notAfter,
    extensions: [
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: name },
          ...(name === 'localhost' ? [{ type: 7 as const, ip: '127.0.0.1' }] : []),
        ],
      },
    ],
  })
  return { key, cert }
}
