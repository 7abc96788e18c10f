import type { FileStorage } from '../attachments/storage.ts'
import type { SecretKeys } from '../config/secrets.ts'
import type { Config } from '../config/settings.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { warehouseDay } from '../stock/warehouse-day.ts'

/** `days`: how much history it has. `files`: where the signatures go. */
export type DemoSettings = RemitoSettings & {
  days: number
  secrets: SecretKeys
  files: Pick<FileStorage, 'put' | 'remove'>
}

export function demoSettings(
  config: Config,
  { secrets, files }: Pick<DemoSettings, 'secrets' | 'files'>,
): DemoSettings {
  return {
    today: warehouseDay(Date.now, config.timeZone)(),
    pointOfSale: config.remitoPointOfSale,
    days: config.demoDays,
    secrets,
    files,
  }
}

/** An invented company, for `--demo` without any WAREHOUSE_ setting. */
const demoWarehouse: Config['warehouse'] = {
  name: 'Depósito Andén S.A.',
  cuit: '30716543214',
  address: 'Carril Rodríguez Peña 2250, Godoy Cruz, Mendoza',
  ivaCondition: 'responsable_inscripto',
  grossIncome: '913-716543-2',
  activitiesSince: '2015-03-01',
}

/** A real name never gets an invented CUIT: if any of them is set, none is invented. */
export const warehouseOfDemo = ({ warehouse }: Config): Config['warehouse'] =>
  Object.values(warehouse).some((value) => value !== null) ? warehouse : demoWarehouse
