import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { EnterDemo } from './enter-demo.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const { t } = useLingui()
  const { next = '/' } = route.useSearch()
  const enter = () => location.assign(next)
  return (
    <SignInFrame title={t`Sign in`} after={<EnterDemo entered={enter} />}>
      <SignInForm signedIn={enter} />
    </SignInFrame>
  )
}
