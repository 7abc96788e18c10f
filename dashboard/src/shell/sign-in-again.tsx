// The session has ended under an open page: sign in on the spot. What was typed stays.
import { useLingui } from '@lingui/react/macro'
import { Modal } from '@mantine/core'
import { queryClient } from '../api.ts'
import { SignInForm } from '../sign-in/sign-in-form.tsx'
import { useSession } from './session.ts'
import { sessionEnded, useSessionEnded } from './session-ended.ts'

export function SignInAgain() {
  const { t } = useLingui()
  const { user } = useSession()
  const isEnded = useSessionEnded()
  const signedIn = async () => {
    sessionEnded.set(false)
    await queryClient.invalidateQueries()
  }
  return (
    <Modal
      opened={isEnded}
      onClose={() => undefined}
      withCloseButton={false}
      title={t`Your session has ended`}
    >
      <p className="quiet">{t`Sign in again. This page stays as it is.`}</p>
      <SignInForm email={user.email} done={signedIn} />
    </Modal>
  )
}
