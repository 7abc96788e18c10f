import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * A request that a button sends. The same request is not sent again while it is in flight, because a quick second press
 * arrives before the button is disabled. `mutate` resolves to undefined if it was not sent or has failed.
 */
export function useAction<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
  const { mutateAsync, ...action } = useMutation(options)
  const sent = useRef(new Set<string | undefined>())
  const mutate = useCallback(
    async (input: Input): Promise<Result | undefined> => {
      const key = JSON.stringify(input)
      if (sent.current.has(key)) return undefined
      sent.current.add(key)
      try {
        return await mutateAsync(input)
      } catch {
        // The failure is reported in `error`.
        return undefined
      } finally {
        sent.current.delete(key)
      }
    },
    [mutateAsync],
  )
  return { ...action, mutate }
}
