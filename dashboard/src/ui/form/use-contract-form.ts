// A form knows three things: the contract's rules for its route, the call, and what to do after it. Faults find their
// field by the problem's pointers; what was typed survives a reload, and with it the Idempotency-Key: a form that was
// sent just before is not carried out twice.
import { AndenError } from '@anden/sdk'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useFaultText, useServerFaultText } from './fault-texts.ts'
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
  /** Faults of a problem that it names in another way than by pointers, or that read better in the page's own words. */
  faults?: (error: AndenError, values: Value) => FieldFault[]
  done: (result: Result) => unknown
}) {
  const {
    rules,
    initial,
    draft,
    body = (values: Value) => withoutEmpty(values),
    send,
    faults,
    done,
  } = options
  const textOf = useFaultText()
  const textOfServer = useServerFaultText()
  const storageKey = `anden.draft.${draft}`
  const idempotencyKey = useIdempotencyKey(draft ? `${storageKey}.key` : null)
  const isSent = useRef(false)
  const isPending = useRef(false)

  const form = useForm<Value>({
    mode: 'controlled',
    initialValues: initial,
    // What went wrong was about what has now been changed.
    onValuesChange: () => {
      if (!isPending.current) mutation.reset()
    },
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
    if (draft && form.isDirty() && !isSent.current)
      sessionStorage.setItem(storageKey, JSON.stringify(form.values))
  }, [draft, storageKey, form])

  const mutation = useMutation({
    mutationFn: async (values: Value) => await send(values, { idempotencyKey: idempotencyKey.current() }),
    onMutate: () => {
      isSent.current = false
      isPending.current = true
    },
    onSettled: () => {
      isPending.current = false
    },
    onSuccess: async (result) => {
      isSent.current = true
      if (draft) sessionStorage.removeItem(storageKey)
      idempotencyKey.renew()
      await done(result)
    },
    onError: (error, values) => {
      form.setErrors(
        Object.fromEntries(
          faultsFrom(error, values).map((fault) => [pathOf(fault.pointer), textOfServer(fault)]),
        ),
      )
      focusFirstFault()
      // Another body under the same key would be refused. A lost answer must be asked for under the same one.
      if (error instanceof AndenError && error.response) idempotencyKey.renew()
    },
  })

  const faultsFrom = (error: unknown, values: Value): FieldFault[] =>
    error instanceof AndenError ? [...faultsOfProblem(error), ...(faults?.(error, values) ?? [])] : []
  const isAtField = (path: string) => form.getInputProps(path).error !== undefined
  return {
    ...form,
    submit: form.onSubmit(
      (values) => {
        // The second click of a double click comes before the button is disabled.
        if (!isPending.current) mutation.mutate(values)
      },
      () => focusFirstFault(),
    ),
    isSending: mutation.isPending,
    /** What no field can show. */
    problem:
      mutation.isError &&
      faultsFrom(mutation.error, mutation.variables).every(({ pointer }) => !isAtField(pathOf(pointer)))
        ? mutation.error
        : null,
    discardDraft: () => {
      sessionStorage.removeItem(storageKey)
      idempotencyKey.renew()
      form.setValues(initial)
      form.resetDirty()
    },
  }
}

/** Kept beside the draft, where there is one. */
function useIdempotencyKey(storedAs: string | null) {
  const key = useRef<string>((storedAs && sessionStorage.getItem(storedAs)) || crypto.randomUUID())
  return {
    current: () => {
      if (storedAs) sessionStorage.setItem(storedAs, key.current)
      return key.current
    },
    renew: () => {
      if (storedAs) sessionStorage.removeItem(storedAs)
      key.current = crypto.randomUUID()
    },
  }
}

const focusFirstFault = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

export type FieldFault = { pointer: string; detail: string }

export function faultsOfProblem(error: unknown): FieldFault[] {
  if (!(error instanceof AndenError)) return []
  const { errors } = (error.problem ?? {}) as { errors?: FieldFault[] }
  return (errors ?? []).filter(({ pointer }) => pointer.startsWith('/'))
}

/** `/items/0/quantity` → `items.0.quantity`, as the form names its fields. */
const pathOf = (pointer: string) => pointer.slice(1).replaceAll('/', '.')

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
