import { one, portal, rows } from '../../shared/api.ts'
import './problems.ts'

export const remitoList = (filters: Record<string, unknown>) =>
  rows(['remitos'], portal.remitos.list, filters)

export const remitoById = (id: string) =>
  one(['remitos', id], (options) => portal.remitos.get(id, {}, options))
