import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../../ui/problem-texts.ts'

addProblemTexts({
  'remitos/not-found': [
    msg`There is no such remito`,
    msg`The link may be mistyped, or the remito is another client's.`,
  ],
})
