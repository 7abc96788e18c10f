// A form knows three things: the contract's rules for its route, the call, and what to do after it. Faults find their
// field by the problem's pointers; the Idempotency-Key lasts as long as the form; what was typed survives a reload.
import { AndenError } from '@anden/sdk'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFaultText } from './fault-texts.ts'
import { faultsOf, type RouteRules } from './rules.ts'

type Values = Record<string, unknown>

export type SendOptions = { idempotencyKey: string }

export function useContractForm<Value extends Values, Result>(options: {
  rules: RouteRules
  initial: Value
  /** Under which name the unsent form is kept in this browser. Without it, it is not kept. */
  draft?: string
  /** The body to send, where it differs from what the fields hold. */
  body?: (values: Value) => unknown
  send: (values: Value, options: SendOptions) => PromiseLike<Result>
  done: (result: Result) => unknown
}) {
  const { rules, initial, draft, body = (values: Value) => withoutEmpty(values), send, done } = options
  const textOf = useFaultText()
  const idempotencyKey = useRef(crypto.randomUUID())
  const storageKey = `anden.draft.${draft}`

  const form = useForm<Value>({
    mode: 'controlled',
    initialValues: initial,
    validate: (values) =>
      Object.fromEntries(
        faultsOf(rules.body, body(values)).map((fault) => [pathOf(fault.pointer), textOf(fault)]),
      ) as never,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form is opened
  useEffect(() => {
    const kept = draft ? sessionStorage.getItem(storageKey) : null
    if (kept) form.setValues(JSON.parse(kept))
  }, [storageKey])
  useEffect(() => {
    if (draft && form.isDirty()) sessionStorage.setItem(storageKey, JSON.stringify(form.values))
  }, [draft, storageKey, form])

  const mutation = useMutation({
    mutationFn: async (values: Value) => await send(values, { idempotencyKey: idempotencyKey.current }),
    onSuccess: async (result) => {
      if (draft) sessionStorage.removeItem(storageKey)
      idempotencyKey.current = crypto.randomUUID()
      await done(result)
    },
    onError: (error) => {
      const faults = faultsOfProblem(error)
      form.setErrors(Object.fromEntries(faults.map(({ pointer, detail }) => [pathOf(pointer), detail])))
      // Another body under the same key would be refused. A lost answer must be asked for under the same one.
      if (error instanceof AndenError && error.response) idempotencyKey.current = crypto.randomUUID()
    },
  })

  const isAtField = (path: string) => form.getInputProps(path).error !== undefined
  return {
    ...form,
    submit: form.onSubmit(
      (values) => mutation.mutate(values),
      () => focusFirstFault(),
    ),
    isSending: mutation.isPending,
    /** What no field can show. */
    problem:
      mutation.isError && faultsOfProblem(mutation.error).every(({ pointer }) => !isAtField(pathOf(pointer)))
        ? mutation.error
        : null,
    discardDraft: () => {
      sessionStorage.removeItem(storageKey)
      form.setValues(initial)
      form.resetDirty()
    },
  }
}

const focusFirstFault = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

type FieldFault = { pointer: string; detail: string }

export function faultsOfProblem(error: unknown): FieldFault[] {
  if (!(error instanceof AndenError)) return []
  const { errors } = (error.problem ?? {}) as { errors?: FieldFault[] }
  return (errors ?? []).filter(({ pointer }) => pointer.startsWith('/'))
}

/** `/items/0/quantity` → `items.0.quantity`, as the form names its fields. */
export const pathOf = (pointer: string) => pointer.slice(1).replaceAll('/', '.')

/** An empty field is not sent. */
export function withoutEmpty<Value extends Values>(values: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<Value>
}

/** For a change: an emptied field is cleared. */
export function emptyAsNull<Value extends Values>(values: Value): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]),
  )
}
