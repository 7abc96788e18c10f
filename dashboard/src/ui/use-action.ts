import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * A request that a button sends. The same request is not sent again while it is in flight, because a quick second press
 * arrives before the button is disabled.
 */
export function useAction<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
  const { mutateAsync, ...action } = useMutation(options)
  const sent = useRef(new Set<string | undefined>())
  const mutate = useCallback(
    (input: Input) => {
      const key = JSON.stringify(input)
      if (sent.current.has(key)) return
      sent.current.add(key)
      // The failure is reported in `error`.
      const isOver = () => void sent.current.delete(key)
      mutateAsync(input).then(isOver, isOver)
    },
    [mutateAsync],
  )
  return { ...action, mutate }
}
