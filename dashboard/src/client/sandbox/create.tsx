// In place of the pages of a sandbox that does not exist yet: what it is for, and the button that creates it.
import type { Session } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Group } from '@mantine/core'
import { addressIn, asLive } from '../../shared/environment.ts'
import { sandbox } from '../../shared/sandbox.ts'
import { language } from '../../ui/languages.ts'
import { Page } from '../../ui/page.tsx'
import { ProblemNote } from '../../ui/problem.tsx'
import { useAction } from '../../ui/use-action.ts'
import styles from './create.module.css'

/** `session`: that of the live account. */
export function CreateSandbox({ session }: { session: Session }) {
  const { t } = useLingui()
  const create = useAction({
    mutationFn: async () => await sandbox.create({}, asLive),
    // Everything of the page is read anew.
    onSuccess: () => location.reload(),
  })
  const back = (
    <Button component="a" href={addressIn('live', '/')}>
      {t`Back to the live data`}
    </Button>
  )
  if (session.inspection)
    return (
      <Page title={t`This client has no sandbox`}>
        <p className={styles['text']}>
          <Trans>Its own users create it, when they want to try something.</Trans>
        </p>
        {back}
      </Page>
    )
  return (
    <Page title={t`Try it in a sandbox`}>
      <div className={styles['text']}>
        <p>
          <Trans>
            The sandbox is a second account of {session.client?.name}: with your products, and with stock,
            orders and money that do not exist.
          </Trans>
        </p>
        <p>
          <Trans>
            You act in it as the warehouse does: receive goods, take an order through every step, move the day
            forward, let requests fail.
          </Trans>
        </p>
        <p>
          <Trans>Nobody at the warehouse sees it, no mail leaves it, and nothing in it costs anything.</Trans>
        </p>
        <a href={`/docs/${language()}/concepts/sandbox`} target="_blank" rel="noopener">
          {t`More about the sandbox`}
        </a>
      </div>
      {create.error ? <ProblemNote error={create.error} /> : null}
      <Group gap="xs">
        <Button
          variant="filled"
          loading={create.isPending || create.isSuccess}
          onClick={() => void create.mutate()}
        >
          {t`Create the sandbox`}
        </Button>
        {back}
      </Group>
    </Page>
  )
}
