import type { Secrets } from '../config/secrets.ts'
import { baseUrlOf, type Config } from '../config/settings.ts'
import type { DayOf } from '../deps.ts'
import { settingsOfSandbox } from '../sandbox/simulations.ts'
import { dayOf } from '../stock/warehouse-day.ts'

export const today = ({ timeZone }: Config): DayOf => dayOf({ clock: Date.now, timeZone })

/** By which a command does in a sandbox what the service would do there. */
export const sandboxSettings = (config: Config, secrets: Secrets, baseUrl = baseUrlOf(config)) =>
  settingsOfSandbox(today(config), {
    secrets,
    baseUrl: () => baseUrl,
    remitoPointOfSale: config.remitoPointOfSale,
  })
