// A form needs three things: the contract's rules for its route, the call, and what to do afterwards. Faults are
// assigned to fields by the pointers of the problem. Typed values and the Idempotency-Key survive a reload, so a form
// that was already sent is not executed twice. Nothing is sent while a field holds text that is not part of the values.
import { AndenError } from '@anden/sdk'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { forgetDraft, idempotencyKeys, keepDraft, readDraft } from './drafts.ts'
import { useFaultText, useServerFaultText } from './fault-texts.ts'
import { faultsOf, type RouteRules } from './rules.ts'
import { unfinishedField } from './unfinished.ts'
import { useUndo } from './use-undo.ts'

type Values = Record<string, unknown>

export type SendOptions = { idempotencyKey: string }

export function useContractForm<Value extends Values, Result>(options: {
  rules: RouteRules
  initial: Value
  /** The name under which unsent values are stored in this tab. Without it they are not stored. */
  draft?: string
  /** Makes the request body, if it differs from the values of the fields. */
  body?: (values: Value) => unknown
  /**
   * Completes the values before they are checked and sent. Returns false if it cannot; it has then shown the reason.
   */
  settle?: () => Promise<boolean>
  /** Checks beyond the contract's rules, with their own texts. */
  check?: (values: Value) => FieldFault[]
  send: (values: Value, options: SendOptions) => PromiseLike<Result>
  /** Faults that the problem does not report by pointers, or that need a text of their own. */
  faults?: (error: AndenError, values: Value) => FieldFault[]
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
  const textOfServer = useServerFaultText()
  const idempotencyKey = useIdempotencyKey(draft)
  const isSent = useRef(false)
  const isPending = useRef(false)
  const focusFirstFault = useFocusOnFault()
  const isSettling = useRef(false)
  const [isShownSettling, setSettling] = useState(false)

  const form = useForm<Value>({
    mode: 'controlled',
    initialValues: initial,
    // The problem was about values that have now changed.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the form is opened
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
        Object.fromEntries(
          faultsFrom(error, values).map((fault) => [pathOf(fault.pointer), textOfServer(fault)]),
        ),
      )
      focusFirstFault()
      // The service refuses another body with the same key. A request whose response was lost has to be repeated with
      // the same key.
      if (error instanceof AndenError && error.response) idempotencyKey.renew()
    },
  })

  const faultsFrom = (error: unknown, values: Value): FieldFault[] =>
    error instanceof AndenError ? [...faultsOfProblem(error), ...(faults?.(error, values) ?? [])] : []
  const isAtField = (path: string) => form.getInputProps(path).error !== undefined
  const checkAndSend = form.onSubmit(
    (values) => {
      // The second click of a double click arrives before the button is disabled.
      if (!isPending.current) mutation.mutate(values)
    },
    () => focusFirstFault(),
  )
  /** Whether a field holds text that is not part of the values. That field then shows the fault. */
  const refuseUnfinished = (frame: HTMLElement | undefined) => {
    const unfinished = frame ? unfinishedField(frame) : null
    if (!unfinished) return false
    if (unfinished.path) form.setFieldError(unfinished.path, textOf({ pointer: '', fault: unfinished.fault }))
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
    /** A problem that no field can show. */
    problem:
      mutation.isError &&
      faultsFrom(mutation.error, mutation.variables).every(({ pointer }) => !isAtField(pathOf(pointer)))
        ? mutation.error
        : null,
  }
}

/** Mantine's own `isDirty` is wrong after a line was added to a form that had a draft. */
const isEdited = (form: { getValues: () => unknown; getInitialValues: () => unknown }) =>
  JSON.stringify(form.getValues()) !== JSON.stringify(form.getInitialValues())

/** Stored with the draft, if there is one. */
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

/** A field, or a button that leads to the value at fault. */
const atFault = '[aria-invalid="true"], [data-at-fault]'

/** Waits until the page has been rendered with the faults that are set at the same time. */
function useFocusOnFault() {
  const [asked, setAsked] = useState<{ within: ParentNode } | null>(null)
  useEffect(() => asked?.within.querySelector<HTMLElement>(atFault)?.focus(), [asked])
  return (within: ParentNode = document) => setAsked({ within })
}

export type FieldFault = { pointer: string; detail: string }

export function faultsOfProblem(error: unknown): FieldFault[] {
  if (!(error instanceof AndenError)) return []
  const { errors } = (error.problem ?? {}) as { errors?: FieldFault[] }
  return (errors ?? []).filter(({ pointer }) => pointer.startsWith('/'))
}

/** Converts `/items/0/quantity` to `items.0.quantity`, the form's name for the field. */
const pathOf = (pointer: string) => pointer.slice(1).replaceAll('/', '.')

/** Omits empty fields from the body. */
export function withoutEmpty<Value extends Values>(values: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')) as Partial<Value>
}

/** For changes: an emptied field becomes null. */
export function emptyAsNull<Value extends Values>(values: Value): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === '' ? null : value]),
  )
}
