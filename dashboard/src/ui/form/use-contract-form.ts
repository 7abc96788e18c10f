// A form knows three things: the contract's rules for its route, the call, and what to do after it. Faults find their
// field by the problem's pointers; what was typed survives a reload, and with it the Idempotency-Key: a form that was
// sent just before is not carried out twice. Nothing is sent while a field holds something that is not in the values.
import { AndenError, type FieldError } from '@anden/sdk'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { forgetDraft, idempotencyKeys, keepDraft, readDraft, useUndo } from './drafts.ts'
import { useFaultText } from './fault-texts.ts'
import { faultsOf, type RouteRules } from './rules.ts'
import { type FieldsFrame, unfinishedField } from './unfinished.ts'

type Values = Record<string, unknown>

export type SendOptions = { idempotencyKey: string }

export function useContractForm<Value extends Values, Result>(options: {
  rules: RouteRules
  initial: Value
  /** Under which name the unsent form is kept in this browser. Without it, it is not kept. */
  draft?: string
  /** The body to send, where it differs from what the fields hold. */
  body?: (values: Value) => unknown
  /** Completes the values before they are checked and sent. False: it cannot, and has said why. */
  settle?: () => Promise<boolean>
  /** What the page asks for beyond the contract, in its own words. */
  check?: (values: Value) => ShownFault[]
  send: (values: Value, options: SendOptions) => PromiseLike<Result>
  /** Faults of a problem that it names in another way than by pointers, or that read better in the page's own words. */
  faults?: (error: AndenError, values: Value) => ShownFault[]
  done: (result: Result) => unknown
}) {
  const {
    rules,
    initial,
    draft,
    body = (values: Value) => withoutEmpty(values),
    settle,
    check,
    send,
    faults,
    done,
  } = options
  const textOf = useFaultText()
  const idempotencyKey = useIdempotencyKey(draft)
  const isSent = useRef(false)
  const isPending = useRef(false)
  const shown = useRef<HTMLFormElement>(null)
  const focusFirstFault = useFocusOnFault(shown)
  const isSettling = useRef(false)
  const [isShownSettling, setSettling] = useState(false)

  const form = useForm<Value>({
    mode: 'controlled',
    initialValues: initial,
    // What went wrong was about what has now been changed.
    onValuesChange: () => {
      if (isPending.current) return
      isSent.current = false
      mutation.reset()
    },
    validate: (values) =>
      Object.fromEntries([
        ...faultsOf(rules.body, body(values)).map((fault) => [pathOf(fault.pointer), textOf(fault)]),
        ...(check?.(values) ?? []).map(({ pointer, detail }) => [pathOf(pointer), detail]),
      ]) as never,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the form is opened
  useEffect(() => {
    const kept = draft ? readDraft(draft) : null
    if (kept) form.setValues(kept as Value)
  }, [draft])
  useEffect(() => {
    if (!draft || isSent.current) return
    if (isEdited(form)) keepDraft(draft, form.getValues())
    else forgetDraft(draft)
  }, [draft, form])
  const undo = useUndo(draft, form)

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
      if (draft) forgetDraft(draft)
      idempotencyKey.renew()
      await done(result)
    },
    onError: (error, values) => {
      form.setErrors(
        Object.fromEntries(faultsFrom(error, values).map(({ pointer, detail }) => [pathOf(pointer), detail])),
      )
      focusFirstFault()
      // Another body under the same key would be refused. A lost answer must be asked for under the same one.
      if (error instanceof AndenError && error.response) idempotencyKey.renew()
    },
  })

  const faultsFrom = (error: unknown, values: Value): ShownFault[] =>
    error instanceof AndenError
      ? [
          ...faultsOfProblem(error).map((fault) => ({ pointer: fault.pointer, detail: textOf(fault) })),
          ...(faults?.(error, values) ?? []),
        ]
      : []
  const isAtField = (path: string) => form.getInputProps(path).error !== undefined
  const checkAndSend = form.onSubmit(
    (values) => {
      // The second click of a double click comes before the button is disabled.
      if (!isPending.current) mutation.mutate(values)
    },
    () => focusFirstFault(),
  )
  /** Whether a field holds something that the values do not have. It is then said at that field. */
  const refuseUnfinished = (frame: FieldsFrame | undefined) => {
    const unfinished = frame ? unfinishedField(frame) : null
    if (!unfinished) return false
    if (unfinished.path) form.setFieldError(unfinished.path, textOf(unfinished.fault))
    focusFirstFault(frame)
    return true
  }
  return {
    ...form,
    ...undo,
    isDirty: () => isEdited(form),
    refuseUnfinished,
    focusFirstFault,
    submit: (event?: FormEvent<HTMLFormElement>) => {
      event?.preventDefault()
      if (event) shown.current = event.currentTarget
      if (isSettling.current || refuseUnfinished(event?.currentTarget)) return
      if (!settle) return checkAndSend()
      isSettling.current = true
      setSettling(true)
      void settle()
        .then((isSettled) => (isSettled ? checkAndSend() : focusFirstFault()))
        .finally(() => {
          isSettling.current = false
          setSettling(false)
        })
    },
    isSending: mutation.isPending || isShownSettling,
    /** What no field can show. */
    problem:
      mutation.isError &&
      faultsFrom(mutation.error, mutation.variables).every(({ pointer }) => !isAtField(pathOf(pointer)))
        ? mutation.error
        : null,
  }
}

/** Mantine's own answer is wrong after a line has been added to a form that had a draft. */
const isEdited = (form: { getValues: () => unknown; getInitialValues: () => unknown }) =>
  JSON.stringify(form.getValues()) !== JSON.stringify(form.getInitialValues())

/** Kept beside the draft, where there is one. */
function useIdempotencyKey(draft: string | undefined) {
  const own = useRef<string>(crypto.randomUUID())
  return {
    current: () => {
      const key = (draft && idempotencyKeys.of(draft)) || own.current
      if (draft) idempotencyKeys.keep(draft, key)
      return key
    },
    renew: () => {
      if (draft) idempotencyKeys.forget(draft)
      own.current = crypto.randomUUID()
    },
  }
}

/** A field, or a button by which what is at fault can be changed. */
const isAtFault = (one: Element): one is HTMLElement =>
  one instanceof HTMLElement &&
  // Mantine marks the field of a password by data-invalid alone.
  (one.getAttribute('aria-invalid') === 'true' ||
    one.dataset['invalid'] !== undefined ||
    one.dataset['atFault'] !== undefined)

/** After the page has been rendered with the faults that are set together with this. */
function useFocusOnFault(form: RefObject<HTMLFormElement | null>) {
  const [asked, setAsked] = useState<{ within: FieldsFrame | null } | null>(null)
  useEffect(() => {
    if (asked) [...(asked.within?.elements ?? [])].find(isAtFault)?.focus()
  }, [asked])
  return (within: FieldsFrame | null = form.current) => setAsked({ within })
}

/** A fault in the words of the page. */
export type ShownFault = { pointer: string; detail: string }

export function faultsOfProblem(error: AndenError): FieldError[] {
  const { errors } = (error.problem ?? {}) as { errors?: FieldError[] }
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
