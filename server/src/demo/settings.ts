import type { Config } from '../config.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import type { SecretKeys } from '../secrets.ts'
import { warehouseDay } from '../warehouse-day.ts'

export type DemoSettings = RemitoSettings & { secrets: SecretKeys }

export function demoSettings(config: Config, secrets: SecretKeys): DemoSettings {
  return {
    today: warehouseDay(Date.now, config.timeZone)(),
    pointOfSale: config.remitoPointOfSale,
    secrets,
  }
}
