/** Lower case, as PostgreSQL and all responses write it. Not anchored: callers add `^` and `$`. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

/** Some character that is not white space. */
export const notBlank = '\\S'
