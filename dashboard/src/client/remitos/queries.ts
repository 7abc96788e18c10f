import { msg } from '@lingui/core/macro'
import { one, portal, rows } from '../../shared/api.ts'
import { addProblemTexts } from '../../ui/problem-texts.ts'

export const remitoList = (filters: Record<string, unknown>) =>
  rows(['remitos'], portal.remitos.list, filters, { read: portal.remitos.export, hasLines: true })

export const remitoById = (id: string) =>
  one(['remitos', id], (options) => portal.remitos.get(id, {}, options))

/** The links to its pictures are valid for an hour. */
const readAgainMs = 50 * 60_000

export const acceptanceOf = (id: string) => ({
  ...one(['remitos', id, 'acceptance'], (options) => portal.remitos.acceptance.get(id, {}, options)),
  refetchInterval: readAgainMs,
})

addProblemTexts({
  'remitos/not-found': [
    msg`There is no such remito`,
    msg`The link may be mistyped, or the remito is another client's.`,
  ],
})
