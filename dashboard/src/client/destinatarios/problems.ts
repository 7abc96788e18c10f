import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../../ui/problem-texts.ts'

addProblemTexts({
  'destinatarios/not-found': [msg`There is no such recipient`, msg`It may have been deleted.`],
})
