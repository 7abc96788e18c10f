import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'

/** Downloads the template of a page and gives it to that page as it is. Returns its name. */
export async function sendBackTemplate(page: Page): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar plantilla' }).click()
  const download = await downloading
  const name = download.suggestedFilename()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Elegir archivo…' }).click()
  const content = await buffer(await download.createReadStream())
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  await (await choosing).setFiles({ name, mimeType, buffer: content })
  return name
}
