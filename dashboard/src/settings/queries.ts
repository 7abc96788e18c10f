import { one, portal, rows } from '../api.ts'

export const userList = () => rows(['users'], portal.users.list, {})

/** Changes only by what this page does, and by other browsers of the same person. */
export const ownSessions = one(['session', 'list'], (options) => portal.auth.listOwnSessions({}, options))
