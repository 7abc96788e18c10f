// Reads mails, which the service writes to files if no mail server is configured.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { textOf } from '../../server/tests/harness/mail-server.ts'
import { until } from '../../server/tests/harness/until.ts'
import { type Visit, visit } from './browser.ts'

/** The first link in the newest mail to this address. */
export async function linkMailedTo(email: string): Promise<string> {
  const folder = join(inject('dataDir'), 'mail')
  let link: string | undefined
  await until(`a mail to ${email}`, async () => {
    const files = (await readdir(folder).catch(() => [])).sort().reverse()
    const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
    const source = mails.find((mail) => mail.includes(email))?.replaceAll(/\r?\n/g, '\r\n')
    link = source && /https?:\/\/\S+/.exec(textOf({ from: '', to: [], source }))?.[0]
    return link !== undefined
  })
  return link ?? ''
}

const ownPassword = 'una clave larga y propia'

/** Follows the link in the invitation mail, and chooses a password, which signs in. */
export async function acceptInvitation(email: string): Promise<Visit> {
  const visited = await visit(await linkMailedTo(email))
  const { page } = visited
  await page.getByLabel('New password').fill(ownPassword)
  await page.getByRole('button', { name: 'Save the password' }).click()
  await page.getByRole('navigation', { name: 'Main', exact: true }).waitFor()
  return visited
}
