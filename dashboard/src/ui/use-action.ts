import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * What a button sends. While a request is on its way the same one is not sent again: the second press of a quick hand
 * comes before the button is disabled.
 */
export function useAction<Result, Input = void>(options: UseMutationOptions<Result, Error, Input>) {
  const { mutateAsync, ...action } = useMutation(options)
  const sent = useRef(new Set<string | undefined>())
  const mutate = useCallback(
    (input: Input) => {
      const key = JSON.stringify(input)
      if (sent.current.has(key)) return
      sent.current.add(key)
      // What went wrong is in `error`.
      const isOver = () => void sent.current.delete(key)
      mutateAsync(input).then(isOver, isOver)
    },
    [mutateAsync],
  )
  return { ...action, mutate }
}
