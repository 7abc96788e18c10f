import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const { t } = useLingui()
  const { next = '/' } = route.useSearch()
  return (
    <SignInFrame title={t`Sign in`}>
      <SignInForm done={() => location.assign(next)} />
    </SignInFrame>
  )
}
