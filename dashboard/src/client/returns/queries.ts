import { msg } from '@lingui/core/macro'
import { one, portal, rows } from '../../shared/api.ts'
import { addProblemTexts } from '../../ui/problem-texts.ts'

export const returnList = (filters: Record<string, unknown>) =>
  rows(['remitos', 'returns'], portal.returns.list, filters, { read: portal.returns.export, hasLines: true })

export const returnById = (id: string) =>
  one(['remitos', 'returns', id], (options) => portal.returns.get(id, {}, options))

addProblemTexts({
  'returns/not-found': [
    msg`There is no such return`,
    msg`The link may be mistyped, or the return is another client's.`,
  ],
})
