export const authPrefix = '/api/auth'

/** The header with the client's address for the library, which otherwise trusts any X-Forwarded-For. */
export const addressHeader = 'x-anden-address'
