// Asks for e-mail and password, then for the second factor if there is one. Used by the sign-in page, and by the dialog
// over a page whose session has ended.
import type { SignedInUser } from '@anden/sdk'
import { useState } from 'react'
import { PasswordForm } from './password-form.tsx'
import { SecondFactorForm } from './second-factor-form.tsx'

export function SignInForm({
  email = '',
  signedIn,
}: {
  email?: string
  signedIn: (user: SignedInUser) => unknown
}) {
  const [isWaiting, setWaiting] = useState(false)
  const [hasExpired, setExpired] = useState(false)
  const startAgain = (expired: boolean) => {
    setWaiting(false)
    setExpired(expired)
  }
  if (isWaiting) return <SecondFactorForm signedIn={signedIn} startAgain={startAgain} />
  return (
    <PasswordForm
      email={email}
      hasExpired={hasExpired}
      done={({ user }) => (user ? signedIn(user) : setWaiting(true))}
    />
  )
}
