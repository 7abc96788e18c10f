import type { SecretKeys } from '../config/secrets.ts'
import type { Config } from '../config/settings.ts'
import { configuredCai } from '../remitos/cai.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { warehouseDay } from '../stock/warehouse-day.ts'

/** `days`: how much history it has. */
export type DemoSettings = RemitoSettings & { days: number; secrets: SecretKeys }

export function demoSettings(config: Config, secrets: SecretKeys): DemoSettings {
  return {
    today: warehouseDay(Date.now, config.timeZone)(),
    pointOfSale: config.remitoPointOfSale,
    cai: configuredCai(config),
    days: config.demoDays,
    secrets,
  }
}
