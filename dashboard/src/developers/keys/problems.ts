import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../../ui/problem-texts.ts'

addProblemTexts({
  'keys/not-found': [msg`There is no such key`, msg`It may have been revoked in the meantime.`],
})
