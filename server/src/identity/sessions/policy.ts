export const authPrefix = '/api/auth'

/** The address of the client, as the service knows it. The library would believe any X-Forwarded-For. */
export const addressHeader = 'x-anden-address'

export const passwordLength = { min: 10, max: 128 }
