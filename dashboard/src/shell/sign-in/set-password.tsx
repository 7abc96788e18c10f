// The page behind the links in invitation and password reset mails. Both set a password, and work once.
import rules from 'contract:portal/POST /auth/reset-password'
import { AndenError } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { portal } from '../../shared/api.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Form } from '../../ui/form/form.tsx'
import { NewPasswordInput } from '../../ui/form/new-password-input.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import styles from './sign-in-frame.module.css'
import { SignInFrame } from './sign-in-frame.tsx'

export function Welcome() {
  const { t } = useLingui()
  return (
    <SetPassword
      title={t`Welcome to Andén`}
      intro={t`Choose the password that you will sign in with.`}
      ended={t`An invitation works once, for 72 hours. If you already chose a password, sign in with it. Otherwise ask whoever invited you, or have a new link sent to you.`}
    />
  )
}

export function ResetPassword() {
  const { t } = useLingui()
  return (
    <SetPassword
      title={t`Choose a new password`}
      intro={t`You will be signed out everywhere else.`}
      ended={t`A link to choose a new password works once, for one hour.`}
    />
  )
}

function SetPassword({ title, intro, ended }: { title: string; intro: string; ended: string }) {
  const { t } = useLingui()
  const [state, setState] = useState<'asking' | 'set' | 'ended'>('asking')
  if (state === 'set')
    return (
      <SignInFrame title={t`Your password is set`}>
        <p role="status">{t`From now on you sign in with your e-mail address and this password.`}</p>
        <ButtonLink to="/sign-in" variant="filled">{t`Sign in`}</ButtonLink>
      </SignInFrame>
    )
  if (state === 'ended') return <LinkEnded>{ended}</LinkEnded>
  return (
    <SignInFrame title={title}>
      <PasswordSetter intro={intro} done={() => setState('set')} linkEnded={() => setState('ended')} />
    </SignInFrame>
  )
}

function LinkEnded({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  return (
    <SignInFrame title={t`This link no longer works`}>
      <p role="alert">{children}</p>
      <div className={styles['links']}>
        <ButtonLink to="/forgot" variant="filled">{t`Send me a new link`}</ButtonLink>
        <Link to="/sign-in" className="quiet">{t`Back to sign-in`}</Link>
      </div>
    </SignInFrame>
  )
}

function PasswordSetter({
  intro,
  done,
  linkEnded,
}: {
  intro: string
  done: () => void
  linkEnded: () => void
}) {
  const { t } = useLingui()
  const { token = '' } = useParams({ strict: false })
  const form = useContractForm({
    rules,
    initial: { newPassword: '' },
    body: (values) => ({ ...values, token }),
    send: async (values) => {
      try {
        return await portal.auth.resetPassword({ ...values, token })
      } catch (error) {
        if (error instanceof AndenError && isAboutLink(error)) linkEnded()
        throw error
      }
    },
    done,
  })
  return (
    <Form form={form} submitLabel={t`Save the password`} isWide>
      <p className="quiet">{intro}</p>
      <NewPasswordInput label={t`New password`} rules={rules} {...form.getInputProps('newPassword')} />
    </Form>
  )
}

const isAboutLink = ({ code, problem }: AndenError) =>
  code === 'auth/invalid-link' || JSON.stringify(problem ?? {}).includes('"/token"')
