import type { User } from '@anden/sdk'

/** A user of a client or of the staff. */
export type AnyUser = Pick<
  User,
  'id' | 'name' | 'email' | 'two_factor_enabled' | 'invitation_pending' | 'last_seen_at'
>

export type UserDialogProps<User extends AnyUser = AnyUser> = {
  user: User
  close: () => void
  /** Takes a sentence that describes what was done. */
  done: (notice: string) => void
}
