import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../../../ui/problem-texts.ts'

addProblemTexts({
  'views/not-found': [msg`This view no longer exists`, msg`Someone may have deleted it meanwhile.`],
  'views/duplicate-name': [msg`You already have a view with this name`, msg`Choose another name.`],
  'views/limit-reached': [msg`You have 100 views`, msg`Delete one that you no longer need.`],
})
