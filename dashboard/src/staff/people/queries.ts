import { rows } from '../../shared/api.ts'
import { backoffice } from '../../shared/backoffice.ts'

export const staffUserList = rows(
  ['users', 'staff'],
  backoffice.users.list,
  {},
  { read: backoffice.users.export },
)

export const staffKeyList = rows(
  ['keys', 'staff'],
  backoffice.staffKeys.list,
  {},
  { read: backoffice.staffKeys.export },
)
