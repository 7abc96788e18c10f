// Texts for problems of credentials, users and keys.
import { msg } from '@lingui/core/macro'
import type { ProblemTexts } from './problem-texts.ts'

const askAdministrator = msg`Ask an administrator of your company for the right to do it.`

export const signInProblems: ProblemTexts = {
  'auth/missing-credentials': [msg`You are not signed in`, msg`Sign in to go on.`],
  'auth/invalid-session': [msg`Your session has ended`, msg`Sign in again to go on.`],
  'auth/invalid-key': [
    msg`This API key does not work`,
    msg`It is unknown, revoked or expired. Create a new one.`,
  ],
  'auth/invalid-login': [
    msg`The e-mail address or the password is wrong`,
    msg`Check both and try again. If you forgot the password, have a link sent to you.`,
  ],
  'auth/wrong-password': [
    msg`The password is wrong`,
    msg`Enter the password that you sign in with at the moment.`,
  ],
  'auth/invalid-code': [
    msg`This code is not valid`,
    msg`Enter the one that the authenticator shows now. Each works once; check the clock of your phone.`,
  ],
  'auth/second-factor-expired': [msg`The sign-in took too long`, msg`Start again with your password.`],
  'auth/second-factor-state': [
    msg`The second factor was changed meanwhile`,
    msg`Reload the page to see its present state.`,
  ],
  'auth/invalid-link': [
    msg`This link no longer works`,
    msg`It was used or has expired. Have a new one sent to you.`,
  ],
  'auth/client-suspended': [
    msg`The account of your company is suspended`,
    msg`Ask the warehouse why. You can sign in again as soon as it is active.`,
  ],
  'auth/insufficient-scope': [msg`You may not do this`, askAdministrator],
  'auth/administrator-required': [msg`Only an administrator can do this`, askAdministrator],
  'auth/session-required': [msg`Only a person can do this`, msg`Sign in to go on.`],
  'auth/ambiguous-credentials': [
    msg`The request had two credentials`,
    msg`Reload the page. If it happens again, send us the request id below.`,
  ],
  'auth/cross-origin': [
    msg`The request came from another site`,
    msg`Open Andén by its own address and try again.`,
  ],
  'users/not-found': [msg`This user no longer exists`, msg`Someone may have removed it meanwhile.`],
  'users/duplicate-email': [
    msg`There is already a user with this e-mail address`,
    msg`Use another address. A person has one user, at one company.`,
  ],
  'users/last-administrator': [
    msg`Somebody must remain administrator`,
    msg`This is the last one. Make another user administrator first.`,
  ],
  'keys/not-found': [msg`This key no longer exists`, msg`Someone may have revoked it meanwhile.`],
}
