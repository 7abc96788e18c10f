import { useAction } from '../../ui/use-action.ts'
import { markOld } from '../api.ts'
import type { UserDialogProps } from './user.ts'

export function useUserAction(
  { close, done }: Pick<UserDialogProps, 'close' | 'done'>,
  send: () => PromiseLike<unknown>,
  notice: string,
) {
  return useAction({
    mutationFn: async () => await send(),
    onSuccess: () => {
      markOld('users')
      done(notice)
      close()
    },
  })
}
