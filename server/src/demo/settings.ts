import type { Config } from '../config.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { warehouseDay } from '../warehouse-day.ts'

export function demoSettings(config: Config): RemitoSettings {
  return { today: warehouseDay(Date.now, config.timeZone)(), pointOfSale: config.remitoPointOfSale }
}
