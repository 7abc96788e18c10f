// A connection on which a test chooses every byte that is sent, and sees exactly what is received.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

export type RawConnection = {
  socket: Socket
  send(...pieces: (string | Buffer)[]): void
  /** Everything received until the server closed the connection; rejects if the connection was reset. */
  rest(): Promise<string>
  /** Resolves once the received bytes contain the text. */
  seen(text: string): Promise<void>
}

export function rawConnection(url: string): RawConnection {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  socket.on('data', (data) => {
    received += data.toString('latin1')
  })
  const ended = once(socket, 'end')
  ended.catch(() => undefined)
  return {
    socket,
    send(...pieces) {
      for (const piece of pieces) socket.write(piece)
    },
    async rest() {
      await ended
      socket.end()
      return received
    },
    async seen(text) {
      while (!received.includes(text)) await once(socket, 'data')
    },
  }
}

/** Status and body of each response in the received bytes, which must consist of complete responses. */
export function answersIn(received: string): { status: number; headers: string; body: string }[] {
  const answers = []
  for (let left = received; left !== ''; ) {
    const headEnd = left.indexOf('\r\n\r\n')
    const headers = left.slice(0, headEnd)
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(headers)?.[1])
    const length = Number(/^content-length: (\d+)$/im.exec(headers)?.[1] ?? 0)
    const end = headEnd + 4 + length
    if (headEnd === -1 || Number.isNaN(status) || left.length < end) {
      throw new Error(`this is not an answer: ${left.slice(0, 200)}`)
    }
    answers.push({ status, headers, body: left.slice(headEnd + 4, end) })
    left = left.slice(end)
  }
  return answers
}
