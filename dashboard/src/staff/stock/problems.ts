import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../../ui/problem-texts.ts'

addProblemTexts({
  'products/not-found': [msg`There is no such product`, msg`The link may be old or mistyped.`],
  'products/archived': [
    msg`The product is archived`,
    msg`Goods of an archived product cannot move. Restore it on its page first.`,
  ],
  'products/in-stock': [
    msg`The product still has stock`,
    msg`Only a product without stock and without pending orders can be archived.`,
  ],
  'products/duplicate-sku': [
    msg`This client already has a product with this SKU`,
    msg`Choose another SKU. Archived products keep theirs.`,
  ],
  'products/duplicate-gtin': [
    msg`This client already has a product with this bar code`,
    msg`Check the code. Archived products keep theirs.`,
  ],
  'stock/insufficient-stock': [
    msg`There is not enough stock`,
    msg`The stock may have changed meanwhile. Check the numbers and try again.`,
  ],
  'remitos/insufficient-stock': [
    msg`There is not enough stock`,
    msg`The lines concerned say what is available.`,
  ],
  'lots/on-hold': [msg`The lot is on hold`, msg`Release it first, or choose another lot.`],
})
