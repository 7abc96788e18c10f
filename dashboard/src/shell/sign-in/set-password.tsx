// The page behind the links in invitation and password reset mails. Both set a password, and work once.
import rules from 'contract:portal/POST /auth/reset-password'
import { AndenError, type PasswordLink, type PasswordSet } from '@anden/sdk'
import { useLingui } from '@lingui/react/macro'
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { one, portal } from '../../shared/api.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Form } from '../../ui/form/form.tsx'
import { NewPasswordInput } from '../../ui/form/new-password-input.tsx'
import { useContractForm } from '../../ui/form/use-contract-form.ts'
import { ProblemNote } from '../../ui/problem.tsx'
import styles from './sign-in-frame.module.css'
import { SignInFrame } from './sign-in-frame.tsx'

export function Welcome() {
  const { t } = useLingui()
  return (
    <SetPassword
      title={t`Welcome to Andén`}
      intro={t`You will be signed out everywhere else.`}
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
  const { token = '' } = useParams({ strict: false })
  const link = useQuery(linkOf(token))
  const [state, setState] = useState<'asking' | 'set' | 'ended'>('asking')
  if (state === 'set')
    return (
      <SignInFrame title={t`Your password is set`}>
        <p role="status">{t`From now on you sign in with your e-mail address and this password.`}</p>
        <ButtonLink to="/sign-in" variant="filled">{t`Sign in`}</ButtonLink>
      </SignInFrame>
    )
  // With nothing on the page yet, nothing moves when the form comes.
  if (link.isPending) return null
  if (state === 'ended' || (link.error && isAboutLink(link.error))) return <LinkEnded>{ended}</LinkEnded>
  return (
    <SignInFrame title={title}>
      {link.data ? (
        <PasswordSetter
          token={token}
          intro={link.data.is_new ? <Invitation {...link.data} /> : <p className="quiet">{intro}</p>}
          email={link.data.email}
          done={({ signed_in }) => (signed_in ? location.assign('/') : setState('set'))}
          linkEnded={() => setState('ended')}
        />
      ) : null}
      {link.error ? <ProblemNote error={link.error} retry={() => void link.refetch()} /> : null}
    </SignInFrame>
  )
}

const linkOf = (token: string) =>
  one(['session', 'link', token], (options) => portal.auth.describeLink({ token }, options))

/** Who invites, and to what. */
function Invitation({ name, invited_by, client_name, warehouse }: PasswordLink) {
  const { t } = useLingui()
  const place = warehouse.name ?? t`the warehouse`
  const sentence = () => {
    if (client_name === null)
      return invited_by
        ? t`${invited_by} invites you to work at ${place}.`
        : t`You are invited to work at ${place}.`
    return invited_by
      ? t`${invited_by} invites you to follow the stock and the orders of ${client_name} at ${place}.`
      : t`You are invited to follow the stock and the orders of ${client_name} at ${place}.`
  }
  return (
    <>
      <p>{t`Hello, ${name}.`}</p>
      <p>{sentence()}</p>
      <p className="quiet">{t`Choose the password that you will sign in with.`}</p>
    </>
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
  token,
  intro,
  email,
  done,
  linkEnded,
}: {
  token: string
  intro: ReactNode
  email: string
  done: (result: PasswordSet) => void
  linkEnded: () => void
}) {
  const { t } = useLingui()
  const form = useContractForm({
    rules,
    initial: { newPassword: '' },
    body: (values) => ({ ...values, token }),
    send: async (values) => {
      try {
        return await portal.auth.resetPassword({ ...values, token })
      } catch (error) {
        if (isAboutLink(error)) linkEnded()
        throw error
      }
    },
    done,
  })
  return (
    <Form form={form} submitLabel={t`Save the password`} isWide>
      {intro}
      {/* Password managers store the password with it. */}
      <TextInput label={t`E-mail`} value={email} readOnly autoComplete="username" />
      <NewPasswordInput label={t`New password`} rules={rules} {...form.getInputProps('newPassword')} />
    </Form>
  )
}

const isAboutLink = (error: unknown) =>
  error instanceof AndenError &&
  (error.code === 'auth/invalid-link' || JSON.stringify(error.problem ?? {}).includes('"/token"'))
