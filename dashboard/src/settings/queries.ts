import { one, portal, rows } from '../api.ts'

export const userList = () => rows(['users'], portal.users.list, {})

/** Changes only through this page and through other browsers of the same user. */
export const ownSessions = one(['session', 'list'], (options) => portal.auth.listOwnSessions({}, options))
