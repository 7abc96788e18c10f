import type { Config } from '../config.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { loadSecrets } from '../secrets.ts'
import { warehouseDay } from '../warehouse-day.ts'
import { type SecretBox, secretBox } from '../webhooks/secret-box.ts'

export type DemoSettings = RemitoSettings & { box: SecretBox }

export async function demoSettings(config: Config): Promise<DemoSettings> {
  const secrets = await loadSecrets(config)
  return {
    today: warehouseDay(Date.now, config.timeZone)(),
    pointOfSale: config.remitoPointOfSale,
    box: secretBox(secrets.keyFor('webhook')),
  }
}
