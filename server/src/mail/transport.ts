// How mail leaves: by SMTP, or without one as a file in DATA_DIR/mail that a person can open.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { uuidv7 } from 'uuidv7'

export type Mail = { to: string; subject: string; text: string }
export type MailTransport = { send(mail: Mail): Promise<string>; close(): void }

const timeoutMs = 15_000

export function smtpTransport(url: string, from: string): MailTransport {
  const smtp = createTransport(url, {
    from,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  } as object)
  return {
    async send(mail) {
      const { messageId } = await smtp.sendMail({ ...mail, from })
      return messageId
    },
    close: () => smtp.close(),
  }
}

export function fileTransport(dataDir: string, from: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    async send(mail) {
      const { message } = await composer.sendMail({ ...mail, from })
      const directory = join(dataDir, 'mail')
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = join(directory, `${uuidv7()}.eml`)
      await writeFile(file, message as Buffer, { mode: 0o600 })
      return file
    },
    close: () => composer.close(),
  }
}
