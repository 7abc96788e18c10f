import { one, portal, rows } from '../../../shared/api.ts'

export const keyList = rows(['keys'], portal.keys.list, {})

export const keyUsage = (id: string) =>
  one(['keys', id, 'usage'], (options) => portal.keys.usage.get(id, {}, options))
