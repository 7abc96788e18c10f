import { one, portal, rows } from '../../shared/api.ts'
import './problems.ts'

export const destinatarioList = (filters: Record<string, unknown>) =>
  rows(['destinatarios'], portal.destinatarios.list, filters)

export const destinatarioById = (id: string) =>
  one(['destinatarios', id], (options) => portal.destinatarios.get(id, {}, options))
