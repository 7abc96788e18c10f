import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { addressIn } from '../shared/environment.ts'
import { notAllowed, notInSandbox } from '../shared/session.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { Empty } from '../ui/card.tsx'
import { Page } from '../ui/page.tsx'
import { ProblemNote } from '../ui/problem.tsx'
import { Brand } from './brand.tsx'
import styles from './layout.module.css'

/** Shown in place of a page that could not be rendered. The shell around it still works. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title={t`This page could not be shown`}>
      <ProblemNote error={error} retry={retry} />
    </Page>
  )
}

/**
 * Shown if the session could not be read, because the service is unreachable or failed: without a session there is no
 * shell.
 */
export function ShellFailed(props: ErrorComponentProps) {
  return (
    <main className={styles['failed']}>
      <Brand />
      <PageFailed {...props} />
    </main>
  )
}

/** `data`: what the route says that did not show its page. */
export function NotFound({ data }: { data?: unknown }) {
  const { t } = useLingui()
  if (data === notAllowed)
    return (
      <Page title={t`Your role does not allow this`}>
        <Empty
          title={t`An administrator can change what you may do`}
          action={<ButtonLink to="/">{t`To the start page`}</ButtonLink>}
        />
      </Page>
    )
  if (data === notInSandbox)
    return (
      <Page title={t`A sandbox has no users of its own`}>
        <Empty
          title={t`Those of your account come to it, with the roles that they have`}
          action={
            <Button
              component="a"
              href={addressIn('live', '/settings/users')}
            >{t`Users of the account`}</Button>
          }
        />
      </Page>
    )
  return (
    <Page title={t`There is no such page`}>
      <Empty
        title={t`The link may be old or mistyped`}
        action={<ButtonLink to="/">{t`To the start page`}</ButtonLink>}
      />
    </Page>
  )
}
