import { rows } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'

export const staffUserList = rows(['users', 'staff'], backoffice.users.list, {})

export const staffKeyList = rows(['keys', 'staff'], backoffice.staffKeys.list, {})
