// Whether this page shows the live data of a client or its sandbox. The address says it: the pages of the sandbox are below `/sandbox`.
// So two tabs can differ, a reload changes nothing, and a link that is opened in a new tab, or sent to a colleague, shows the same.
// It is read once, when the page loads. Changing sides loads a page anew, so what was read of one side is never shown on the other.
import type { Environment } from '@anden/contract'

const sandboxRoot = '/sandbox'

export const environment: Environment =
  location.pathname === sandboxRoot || location.pathname.startsWith(`${sandboxRoot}/`) ? 'sandbox' : 'live'

export const isSandbox = environment === 'sandbox'

/** What the router adds to each path. */
export const rootOfPages = isSandbox ? sandboxRoot : '/'

/** Sent with every request to the portal. Requests for live data go without, as those of a program do. */
export const environmentHeaders: Record<string, string> = isSandbox ? { 'anden-environment': 'sandbox' } : {}

/** For the one request of a page of the sandbox that is about the live account: the sandbox is created by it. */
export const asLive = { headers: { 'anden-environment': 'live' } }

/** The address of a path of the dashboard on that side. */
export const addressIn = (side: Environment, path: string) => (side === 'sandbox' ? sandboxRoot : '') + path

/** Pages that only one side has. */
const onlyIn: Record<Environment, RegExp> = {
  live: /^\/settings\/users/,
  sandbox: /^\/developers\/sandbox/,
}

/**
 * Where the other side shows the same kind of thing. What has an id exists on one side only, so it is the list that this path is
 * below; the start page if there is none.
 */
export function counterpart(path: string, side: Environment): string {
  const other = side === 'live' ? 'sandbox' : 'live'
  if (onlyIn[other].test(path)) return '/'
  const [, section = '', page = ''] = path.split('/')
  if (section === 'developers' || section === 'settings') return `/${section}/${page}`
  return section === 'lots' ? '/stock' : `/${section}`
}
