import type { ProblemEntries } from './entry.ts'

/** Which environment a request is for. */
export const sandboxProblems = {
  'sandbox/wrong-environment': {
    status: 400,
    title: 'Wrong environment',
    detail: 'The header Anden-Environment is "live" or "sandbox", and with a key that of the key.',
    remedy:
      'Leave the header out when you send an API key: a key that starts with "pk_test_" is for the sandbox, any other for the live data. The header is for people who are signed in.',
  },
  'sandbox/not-created': {
    status: 409,
    title: 'No sandbox yet',
    detail: 'This account has no sandbox yet.',
    remedy: 'Create it with POST /sandbox, without the header Anden-Environment, and repeat the request.',
  },
  'sandbox/live-key': {
    status: 403,
    title: 'Only in the sandbox',
    detail: 'This request works only in a sandbox, and this one is for the live data.',
    remedy:
      'Use a test key, which starts with "pk_test_". A page that is signed in sends the header "Anden-Environment: sandbox".',
  },
  'sandbox/not-found': {
    status: 404,
    title: 'No sandbox',
    detail: 'There is no client with this id that has a sandbox.',
    remedy:
      'GET /clients lists the clients. A client creates its sandbox itself, with POST /sandbox of the portal or its first test key.',
  },
  'sandbox/resetting': {
    status: 409,
    title: 'Sandbox being reset',
    detail: 'The sandbox is being reset. Nothing was done.',
    remedy:
      'Wait until "reset" of GET /sandbox is "done", and repeat the request. If it is "failed", ask for the reset again. Meanwhile GET /sandbox, GET /me and the keys are what can be reached.',
  },
  'sandbox/limit-reached': {
    status: 409,
    title: 'Sandbox full',
    detail: 'The sandbox has as much of this as a sandbox can have.',
    remedy:
      'See GET /sandbox for what it has and its limits. Reset the sandbox, or remove what you no longer need.',
  },
  'sandbox/live-only': {
    status: 403,
    title: 'Not in the sandbox',
    detail: 'This request does not work in a sandbox.',
    remedy:
      'A sandbox has no users and no keys of the live data: send the request without the header Anden-Environment.',
  },
  'sandbox/script-not-startable': {
    status: 409,
    title: 'Script not startable',
    detail: 'This script cannot start with the order as it is.',
    remedy:
      'See "scripts": these can start now. If there is none, place another order; if a simulation of this one is running, wait for its end.',
    extra: ['current_status', 'scripts'],
  },
  'sandbox/clock-backwards': {
    status: 409,
    title: 'The day cannot go back',
    detail: 'The day of a sandbox only moves forward.',
    remedy: 'GET /sandbox shows its day: send that one or a later one.',
  },
  'sandbox/not-simulated': {
    status: 404,
    title: 'No simulation',
    detail: 'There is no simulation of an order with this id.',
    remedy: 'Start one with POST /sandbox/orders/{id}/simulate.',
  },
} as const satisfies ProblemEntries
