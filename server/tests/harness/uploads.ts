// Uploads as clients make them: in one piece with fetch, or over a raw socket, where the test decides when each piece is
// sent.
import { connect } from 'node:net'
import { type HttpAnswer, parseAnswer } from './http.ts'
import type { TestClient, TestService } from './service.ts'

type Parsed = ReturnType<typeof JSON.parse>
type Given = { content?: Buffer | string; name?: string; field?: string }

export const aPdf = (text = 'a document') => Buffer.from(`%PDF-1.7\n${text}\n%%EOF\n`)

export function aForm(...parts: Given[]): FormData {
  const form = new FormData()
  for (const { content = aPdf(), name = 'orden.pdf', field = 'file' } of parts) {
    form.append(field, new Blob([content as Buffer<ArrayBuffer>]), name)
  }
  return form
}

/** Sends a form, by default with one valid PDF. */
export async function upload(
  { url }: Pick<TestService, 'url'>,
  { token }: Pick<TestClient, 'token'>,
  orderId: string,
  given: Given | FormData = {},
): Promise<HttpAnswer<Parsed>> {
  const response = await fetch(`${url}/api/v1/portal/orders/${orderId}/attachments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: given instanceof FormData ? given : aForm(given),
  })
  return parseAnswer(response)
}

export const boundary = 'limit-of-parts'
export const partHead = (name = 'orden.pdf') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: application/pdf\r\n\r\n`
export const formEnd = `\r\n--${boundary}--\r\n`

/** An upload whose pieces are sent one by one, in chunks. */
export function uploadByHand(
  { url }: Pick<TestService, 'url'>,
  { token }: Pick<TestClient, 'token'>,
  orderId: string,
) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let received = ''
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket
    .on('error', () => {})
    .on('data', (data) => {
      received += data.toString('latin1')
    })
  socket.write(
    `POST /api/v1/portal/orders/${orderId}/attachments HTTP/1.1\r\nHost: anden\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=${boundary}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  const chunk = (data: string | Buffer) => [`${Buffer.byteLength(data).toString(16)}\r\n`, data, '\r\n']
  return {
    socket,
    closed,
    received: () => received,
    send(data: string | Buffer): boolean {
      return chunk(data).reduce((_, piece) => socket.write(piece), true)
    },
    finish: () => socket.write('0\r\n\r\n'),
    cut: () => socket.destroy(),
  }
}
