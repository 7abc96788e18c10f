// Files that people export say the same words as the pages.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  causeWords,
  clientStatusWords,
  deliveryTypeWords,
  ivaConditionWords,
  movementStatusWords,
  orderStatusWords,
  paymentMethodWords,
  remitoStatusWords,
  remitoTypeWords,
  returnReasonWords,
  returnStatusWords,
  staffScopeWords,
  stopOutcomeWords,
  transactionTypeWords,
  tripStatusWords,
  userRoleWords,
  type Words,
} from '@anden/contract'
import { expect, test } from 'vitest'

const catalogue = readFileSync(join(import.meta.dirname, 'locales/es.po'), 'utf8')
/** By the context, if there is one, and the English text. */
const translations = new Map(
  [...catalogue.matchAll(/^(?:msgctxt "(.*)"\n)?msgid "(.*)"\nmsgstr "(.*)"$/gm)].map(
    ([, context = '', en = '', es = '']) => [context + en, es],
  ),
)
/** Texts that have a context on the pages. */
const contexts: Record<string, string> = { returnStatusWords: 'return', tripStatusWords: 'trip' }

test.each(
  Object.entries({
    causeWords,
    clientStatusWords,
    deliveryTypeWords,
    ivaConditionWords,
    movementStatusWords,
    orderStatusWords,
    paymentMethodWords,
    remitoStatusWords,
    remitoTypeWords,
    returnReasonWords,
    returnStatusWords,
    staffScopeWords,
    stopOutcomeWords,
    transactionTypeWords,
    tripStatusWords,
    userRoleWords,
  }),
)('%s are those of the pages', (name, words: Readonly<Record<string, Words>>) => {
  const pairs = Object.values(words).map(({ en, es }) => [en, es])
  expect(pairs).toEqual(pairs.map(([en = '']) => [en, translations.get((contexts[name] ?? '') + en)]))
})
