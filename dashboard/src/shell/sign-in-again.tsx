// Lets the user sign in again after the session has ended under an open page. Typed text is kept. A different user gets
// a fresh page.

import { useLingui } from '@lingui/react/macro'
import { Stack } from '@mantine/core'
import { queryClient, sessionEnded, sessionGone } from '../shared/api.ts'
import { sessionQuery, useSession } from '../shared/session.ts'
import { Modal } from '../ui/modal.tsx'
import { EnterDemo } from './sign-in/enter-demo.tsx'
import { SignInForm } from './sign-in/sign-in-form.tsx'

export function SignInAgain() {
  const { t } = useLingui()
  const { user, client, inspection } = useSession()
  const isEnded = sessionEnded.use()
  const isGone = sessionGone.use()
  const signedIn = async (now: { id: string }) => {
    if (now.id !== user.id) return location.reload()
    sessionEnded.set(false)
    sessionGone.set(false)
    await queryClient.invalidateQueries()
  }
  const entered = async () => signedIn((await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })).user)
  return (
    <Modal
      opened={isEnded}
      onClose={() => undefined}
      withCloseButton={false}
      title={t`Your session has ended`}
    >
      <Stack gap="md">
        <p className="quiet">
          {isGone ? t`Sign in again to go on.` : t`Sign in again. This page stays as it is.`}
        </p>
        <SignInForm email={user.email} signedIn={signedIn} />
        <EnterDemo only={client && !inspection ? 'client' : 'warehouse'} entered={entered} />
      </Stack>
    </Modal>
  )
}
