// Sends mail by SMTP. Without SMTP_URL, writes each mail to a file in DATA_DIR/mail that a person can open.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maxPersonNameLength, normalLine, withoutAddresses } from '@anden/contract/values'
import type { Transporter } from 'nodemailer'
import { uuidv7 } from 'uuidv7'
import { checkIfExists } from '../config/data-dir.ts'
import type { Config } from '../config/settings.ts'

type MailAttachment = { filename: string; content: Buffer; contentType: string }
/** As it is sent. */
export type Letter = { to: string; subject: string; text: string; attachments?: MailAttachment[] }
export type Mail = Letter & {
  /** Whose business it is about: what a sandbox would send never leaves. null: of the warehouse, or a person's own. */
  aboutClient: string | null
}
export type MailTransport = {
  send(letter: Letter): Promise<string>
  /** Describes where mail goes; rejects if that is not reachable. */
  check(): Promise<string>
  close(): void
}

const timeoutMs = 15_000

export function mailTransport({ smtpUrl, dataDir, mailFrom }: Config): MailTransport {
  return smtpUrl ? smtpTransport(smtpUrl, mailFrom) : fileTransport(dataDir, mailFrom)
}

export function smtpTransport(url: string, from: string): MailTransport {
  const library = loadedLate((createTransport) =>
    createTransport(url, {
      from,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
    } as object),
  )
  return {
    async send(mail) {
      const smtp = await library.load()
      const { messageId } = await smtp.sendMail({ ...mail, from })
      return messageId
    },
    async check() {
      const { host } = new URL(url)
      const smtp = await library.load()
      await smtp.verify().catch((error: Error) => {
        throw new Error(`cannot reach ${host}: ${error.message}`)
      })
      return `${host} is reachable`
    },
    close: library.close,
  }
}

export function fileTransport(dataDir: string, from: string): MailTransport {
  const library = loadedLate((createTransport) => createTransport({ streamTransport: true, buffer: true }))
  const directory = join(dataDir, 'mail')
  return {
    async send(mail) {
      const composer = await library.load()
      const { message } = await composer.sendMail({ ...mail, from })
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = join(directory, `${uuidv7()}.eml`)
      await writeFile(file, message as Buffer, { mode: 0o600 })
      return file
    },
    async check() {
      await checkIfExists(directory)
      return `not set: mails are written to ${directory}`
    },
    close: library.close,
  }
}

type CreateTransport = typeof import('nodemailer').createTransport

/** The library is loaded when the transport is first used: most processes send no mail. */
function loadedLate<Made extends Pick<Transporter, 'close'>>(make: (create: CreateTransport) => Made) {
  let made: Promise<Made> | undefined
  return {
    load() {
      made ??= import('nodemailer').then(({ createTransport }) => make(createTransport))
      return made
    },
    close: () => void made?.then((transport) => transport.close()),
  }
}

// Names in mails. They were typed by someone other than the reader, and some are older than the rule for them
// (`isPersonName`), so they are reduced here to what that rule allows: one short line in which no mail program finds a link.
export function nameInMail(name: string): string {
  const line = [...normalLine(name)]
  const isShort = line.length <= maxPersonNameLength
  return withoutAddresses(isShort ? line.join('') : `${line.slice(0, maxPersonNameLength - 1).join('')}…`)
}
