import { useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { EnterDemo } from './enter-demo.tsx'
import { ownPath } from './own-path.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

const route = getRouteApi('/sign-in')

export function SignIn() {
  const { t } = useLingui()
  const { next } = route.useSearch()
  // Validated here, because the router also passes on parameters that the route's own validation leaves out.
  const enter = () => location.assign(ownPath(next, location.origin) ?? '/')
  return (
    <SignInFrame title={t`Sign in`} after={<EnterDemo entered={enter} />}>
      <SignInForm signedIn={enter} />
    </SignInFrame>
  )
}
