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
  staffScopeWords,
  transactionTypeWords,
  userRoleWords,
  type Words,
} from '@anden/contract'
import { expect, test } from 'vitest'

const catalogue = readFileSync(join(import.meta.dirname, 'locales/es.po'), 'utf8')
const translations = new Map(
  [...catalogue.matchAll(/^msgid "(.*)"\nmsgstr "(.*)"$/gm)].map(([, en = '', es = '']) => [en, es]),
)

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
    staffScopeWords,
    transactionTypeWords,
    userRoleWords,
  }),
)('%s are those of the pages', (_, words: Readonly<Record<string, Words>>) => {
  const pairs = Object.values(words).map(({ en, es }) => [en, es])
  expect(pairs).toEqual(pairs.map(([en = '']) => [en, translations.get(en)]))
})
