import { one, portal, rows } from '../../../shared/api.ts'

export const keyList = rows(['keys'], portal.keys.list, {}, { read: portal.keys.export })

export const keyUsage = (id: string) =>
  one(['keys', id, 'usage'], (options) => portal.keys.usage.get(id, {}, options))
