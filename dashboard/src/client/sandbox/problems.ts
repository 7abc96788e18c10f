import { msg } from '@lingui/core/macro'
import { addProblemTexts } from '../../ui/problem-texts.ts'
import '../orders/problems.ts'

addProblemTexts({
  'sandbox/resetting': [
    msg`The sandbox is being reset`,
    msg`Wait until it is done. The page then shows what is there.`,
  ],
  'sandbox/limit-reached': [
    msg`The sandbox is full`,
    msg`It has as much of this as a sandbox can have. Reset it to begin again.`,
  ],
  'sandbox/script-not-startable': [
    msg`This cannot be simulated with the order as it is`,
    msg`Its state has changed meanwhile, or a simulation of it is running. The page shows what can be done now.`,
  ],
  'sandbox/clock-backwards': [
    msg`The day of a sandbox only moves forward`,
    msg`Somebody has moved it meanwhile. Choose a later day.`,
  ],
  'sandbox/not-created': [msg`There is no sandbox any more`, msg`Reload the page: it offers to create one.`],
})
