import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../ui/problem-texts.ts'

addProblemTexts({
  'auth/inspection-required': [
    msg`You no longer see what this client sees`,
    msg`It lasts an hour. Go on for another one, or back to the warehouse.`,
  ],
  'auth/read-only': [
    msg`Here you can only look`,
    msg`You see what the client sees. Change things on the pages of the warehouse.`,
  ],
})
