// Translated texts for what can be wrong with a notice of goods, for both sides.
import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../../ui/problem-texts.ts'

addProblemTexts({
  'inbound/not-found': [
    msg`There is no such notice`,
    msg`The link may be mistyped, or the notice is another client's.`,
  ],
  'inbound/duplicate-reference': [
    msg`There is already a notice with this reference`,
    msg`If these are other goods, use another reference. If not, change that notice.`,
  ],
  'inbound/unknown-product': [
    msg`A product of this notice no longer exists`,
    msg`Remove its line, or choose another product.`,
  ],
  'inbound/not-changeable': [
    msg`The goods have arrived, or the notice was cancelled: it can no longer be changed`,
    msg`Ask the warehouse if something is wrong.`,
  ],
  'inbound/changed-meanwhile': [
    msg`Somebody else has changed this notice meanwhile`,
    msg`Nothing was saved. See below how it is now, and save again.`,
  ],
  'inbound/invalid-transition': [
    msg`This is no longer possible: somebody else was faster`,
    msg`See above how the notice is now.`,
  ],
})
