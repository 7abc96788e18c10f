// The frame of a form: the fields, the problem, and one primary button.
import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { FormEvent, ReactNode, RefObject } from 'react'
import { ProblemNote } from '../problem.tsx'
import styles from './form.module.css'

type FormState = {
  submit: (event?: FormEvent<HTMLFormElement>) => void
  isSending: boolean
  problem: unknown
}

export function Form({
  form,
  submitLabel,
  cancel,
  isWide = false,
  isQuiet = false,
  submitRef,
  children,
}: {
  form: FormState
  submitLabel: string
  cancel?: () => void
  /** Makes the buttons as wide as the frame, for narrow frames. */
  isWide?: boolean
  /** For one of several forms on a page: its button is not the primary one. */
  isQuiet?: boolean
  submitRef?: RefObject<HTMLButtonElement | null>
  children: ReactNode
}) {
  const { t } = useLingui()
  return (
    <form className={styles['form']} onSubmit={form.submit} noValidate>
      {children}
      {form.problem ? <ProblemNote error={form.problem} /> : null}
      <div className={isWide ? styles['wide'] : styles['buttons']}>
        {cancel ? <Button onClick={cancel}>{t`Cancel`}</Button> : null}
        <Button
          ref={submitRef}
          type="submit"
          data-autofocus
          variant={isQuiet ? 'default' : 'filled'}
          loading={form.isSending}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** Fields beside each other if there is room. */
export function FieldRow({ children }: { children: ReactNode }) {
  return <div className={styles['row']}>{children}</div>
}
