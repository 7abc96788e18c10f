import { linkMailedTo } from './mail.ts'
import { type Visit, visit } from './visit.ts'

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
