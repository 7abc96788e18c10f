import { rows } from '../../api.ts'
import { backoffice } from '../api.ts'

export const staffUserList = rows(['users', 'staff'], backoffice.users.list, {})

export const staffKeyList = rows(['keys', 'staff'], backoffice.staffKeys.list, {})
