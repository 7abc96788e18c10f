import { msg } from '@lingui/core/macro'
import { one, portal, rows } from '../../shared/api.ts'
import { addProblemTexts } from '../../ui/problem-texts.ts'

export const destinatarioList = (filters: Record<string, unknown>) =>
  rows(['destinatarios'], portal.destinatarios.list, filters, { read: portal.destinatarios.export })

/** The first matches of a name or of a CUIT or DNI. */
export const destinatariosLike = (filter: { name: string } | { q: string }) =>
  one(['destinatarios', 'like', filter], async (options) => {
    const { data } = await portal.destinatarios.list({ ...filter, limit: 100 }, options)
    return data
  })

export const destinatarioById = (id: string) =>
  one(['destinatarios', id], (options) => portal.destinatarios.get(id, {}, options))

addProblemTexts({
  'destinatarios/not-found': [msg`There is no such recipient`, msg`It may have been deleted.`],
})
