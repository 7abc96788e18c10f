import { msg } from '@lingui/core/macro'
import { one, portal, rows } from '../../shared/api.ts'
import { addProblemTexts } from '../../ui/problem-texts.ts'

export const remitoList = (filters: Record<string, unknown>) =>
  rows(['remitos'], portal.remitos.list, filters, { read: portal.remitos.export, hasLines: true })

export const remitoById = (id: string) =>
  one(['remitos', id], (options) => portal.remitos.get(id, {}, options))

addProblemTexts({
  'remitos/not-found': [
    msg`There is no such remito`,
    msg`The link may be mistyped, or the remito is another client's.`,
  ],
})
