import type { Queryable } from '../../db/queryable.ts'
import { administratorsOfStaff } from './queries.ts'

/** The recipients of notices about the installation. */
export const staffAdministrators = (db: Queryable) => db.rows(administratorsOfStaff())
