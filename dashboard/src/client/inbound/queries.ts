import { one, portal, rows } from '../../shared/api.ts'
import '../../shared/inbound/problems.ts'

export const noticeList = (filters: Record<string, unknown>) =>
  rows(['inbound'], portal.inbound.list, filters, { read: portal.inbound.export, hasLines: true })

export const noticeById = (id: string) =>
  one(['inbound', id], (options) => portal.inbound.get(id, {}, options))
