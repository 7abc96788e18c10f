// A mail transport that keeps the mails that it is given.
import type { Mail, MailTransport } from '../../src/mail/transport.ts'

export function keptMail() {
  const mails: Mail[] = []
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
