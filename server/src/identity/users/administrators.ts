import type { Queryable } from '../../db/queryable.ts'
import { administratorsOfStaff } from './queries.ts'

/** Who gets notices about the installation. */
export const staffAdministrators = (db: Queryable) => db.rows(administratorsOfStaff())
