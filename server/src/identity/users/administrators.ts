import type { Queryable } from '../../db/pool.ts'
import { administratorsOfStaff } from './queries.ts'

/** Who gets notices about the installation. */
export const staffAdministrators = (db: Queryable) => db.rows(administratorsOfStaff())
