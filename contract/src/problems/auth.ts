import { notFound, type ProblemEntries } from './entry.ts'

const unauthorized = { status: 401, headers: ['WWW-Authenticate'] } as const

/** Keys, scopes and the state of the client behind a key. */
export const authProblems = {
  'auth/missing-credentials': {
    ...unauthorized,
    title: 'Missing credentials',
    detail: 'Send your API key in the header "Authorization: Bearer <API_KEY>".',
    remedy:
      'Add the header "Authorization: Bearer <API_KEY>" with a key that the warehouse issued to you: the word Bearer, one space and the key, nothing else.',
  },
  'auth/invalid-key': {
    ...unauthorized,
    title: 'Invalid API key',
    detail: 'This API key is unknown, revoked or expired.',
    remedy:
      'Check that the key was copied in full (a portal key has 49 characters and starts with "pk_"). If it was revoked or has expired, ask for a new one.',
  },
  'auth/client-suspended': {
    status: 403,
    title: 'Account suspended',
    detail: 'The account of this key or user is suspended.',
    remedy:
      'Ask the warehouse why the account is suspended. Keys and sign-ins work again as soon as the account is active.',
  },
  'auth/insufficient-scope': {
    status: 403,
    title: 'Insufficient scope',
    detail: 'This key does not have the scope that the request needs.',
    remedy:
      'Compare required_scopes with granted_scopes, and use a key that has the missing scope. A write scope does not include its read scope.',
    extra: ['required_scopes', 'granted_scopes'],
  },
  'auth/ambiguous-credentials': {
    status: 400,
    title: 'Two credentials',
    detail: 'The request carries an API key and a session cookie. Send one of them.',
    remedy:
      'A program sends its API key and no cookie; a browser sends its cookie and no Authorization header. Remove the one that is not meant.',
  },
  'auth/invalid-session': {
    ...unauthorized,
    title: 'Session ended',
    detail: 'This session is unknown or has ended.',
    remedy:
      'Sign in again. A session ends when it is signed out, after 12 hours without use, and 30 days after sign-in.',
  },
  'auth/session-required': {
    status: 403,
    title: 'Session required',
    detail: 'Only a person who is signed in can make this request; an API key cannot.',
    remedy: 'Sign in with e-mail and password, and send the session cookie instead of an API key.',
  },
  'auth/administrator-required': {
    status: 403,
    title: 'Administrator required',
    detail: 'Only an administrator of the account can make this request.',
    remedy: 'Ask an administrator of your account to do it, or to make you an administrator.',
  },
  'auth/inspection-required': {
    status: 403,
    title: 'No inspection of this client',
    detail: 'This session does not inspect the client that the header Anden-Client names.',
    remedy:
      'Start an inspection with POST /clients/{id}/inspect of the back office, which needs the scope staff:clients. It ends after an hour, with the session, and with the scope. Without the header, a session of a user works as always.',
  },
  'auth/read-only': {
    status: 403,
    title: 'Read only',
    detail: 'Somebody of the staff who inspects a client can change nothing on the portal.',
    remedy: 'Make the change in the back office, or ask a user of the client to make it.',
  },
  'auth/cross-origin': {
    status: 403,
    title: 'Cross-origin request',
    detail: 'A request with a session cookie must come from a page of this service.',
    remedy:
      'Send the request from a page of the same origin; browsers add Sec-Fetch-Site and Origin themselves. A program uses an API key instead of a cookie.',
  },
  'auth/invalid-login': {
    ...unauthorized,
    title: 'Sign-in failed',
    detail: 'The e-mail address or the password is wrong.',
    remedy: 'Check both and try again. If the password is lost, ask for a link to set a new one.',
  },
  'auth/wrong-password': {
    status: 403,
    title: 'Wrong password',
    detail: 'The current password is wrong.',
    remedy: 'Repeat the request with the password that you sign in with.',
  },
  'auth/invalid-link': {
    status: 400,
    title: 'Invalid link',
    detail: 'This link has been used, has expired or never existed.',
    remedy: 'Ask for a new link. Each works once, and all of them end when the password is set.',
  },
  'auth/invalid-code': {
    ...unauthorized,
    title: 'Invalid code',
    detail: 'This code is wrong, has expired or has been used.',
    remedy: 'Enter the code that the authenticator shows now; each is valid once. Or use a recovery code.',
  },
  'auth/second-factor-expired': {
    ...unauthorized,
    title: 'Sign-in expired',
    detail: 'This sign-in waits for no second factor, or has waited too long.',
    remedy: 'Start again with e-mail and password.',
  },
  'auth/second-factor-state': {
    status: 409,
    title: 'Second factor',
    detail: 'The second factor is not in the state that this request needs.',
    remedy: 'Turn the second factor on before using it; turn it off before setting it up anew.',
  },
  'users/not-found': notFound('User'),
  'users/duplicate-email': {
    status: 409,
    title: 'E-mail address taken',
    detail: 'There is already a user with this e-mail address.',
    remedy: 'Use another address. A person has one user, of one client or of the staff.',
  },
  'users/last-administrator': {
    status: 409,
    title: 'Last administrator',
    detail: 'This is the last administrator, so it can be neither removed nor given another role.',
    remedy: 'Make another user an administrator first.',
  },
  'users/no-second-factor': {
    status: 409,
    title: 'No second factor',
    detail: 'This user signs in without a second factor, so there is none to reset.',
    remedy: 'There is nothing to do. The user can set one up in the profile.',
  },
  'users/own-second-factor': {
    status: 409,
    title: 'Your own second factor',
    detail: 'Your own second factor cannot be reset by this request.',
    remedy: 'Turn it off in your profile, with your password; or ask another administrator to reset it.',
  },
  'keys/not-found': notFound('Key'),
} as const satisfies ProblemEntries
