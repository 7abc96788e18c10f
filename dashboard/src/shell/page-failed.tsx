import { useLingui } from '@lingui/react/macro'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'
import { ProblemNote } from '../ui/problem.tsx'

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
