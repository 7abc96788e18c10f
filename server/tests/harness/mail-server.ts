// A real SMTP server on loopback, which keeps the mails that it receives and can make senders wait.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Letter, MailTransport } from '../../src/mail/transport.ts'

export type ReceivedMail = { from: string; to: string[]; source: string }

export async function startMailServer(port = 0) {
  const mails: ReceivedMail[] = []
  const waiting: { count: number; resolve: () => void }[] = []
  let gate: Promise<void> = Promise.resolve()
  let open: () => void = () => {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, done) {
      let source = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk) => {
        source += chunk
      })
      stream.on('end', async () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source })
        for (const waiter of waiting) if (mails.length >= waiter.count) waiter.resolve()
        await gate
        done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    arrived: (count: number) =>
      mails.length >= count
        ? Promise.resolve()
        : new Promise<void>((resolve) => waiting.push({ count, resolve })),
    /** From now on mails are received completely, but not acknowledged until they are released. */
    hold() {
      gate = new Promise((resolve) => {
        open = resolve
      })
    },
    letGo: () => open(),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** The text of a mail, decoded from its transfer encoding. */
export function textOf({ source }: ReceivedMail): string {
  const [head = '', ...body] = source.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8')
  if (!/quoted-printable/i.test(head)) return text
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

// A mail transport that keeps the mails that it is given.

export function keptMail() {
  const mails: Letter[] = []
  const server = { isDown: false }
  const transport: MailTransport = {
    async send(mail) {
      mails.push(mail)
      if (server.isDown) throw new Error('the mail server is down')
      return 'kept by the test'
    },
    check: async () => 'kept by the test',
    close: () => {},
  }
  return { mails, server, transport }
}
