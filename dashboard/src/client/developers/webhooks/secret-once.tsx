// Shows the signing secret, which can be read only once, with the code that uses it and a test of both.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Card, Stacked } from '../../../ui/card.tsx'
import { Code } from '../../../ui/code.tsx'
import { Warning } from '../../../ui/warning.tsx'
import { ReceiversCard } from './receivers-card.tsx'
import { SendTestCard } from './send-test.tsx'

export function SecretOnce({
  endpointId,
  secret,
  unresolvedHost,
  done,
}: {
  endpointId: string
  secret: string
  /** The host of its address, if that does not resolve yet. */
  unresolvedHost?: string | undefined
  done: () => void
}) {
  const { t } = useLingui()
  return (
    <Stacked>
      {unresolvedHost ? (
        <Warning>
          <Trans>{unresolvedHost} does not resolve: deliveries fail until it does. Check its spelling.</Trans>
        </Warning>
      ) : null}
      <Card title={t`Its signing secret`}>
        <Stacked>
          <Warning>
            <Trans>Copy it now: it is not shown again. If it is lost, rotate it.</Trans>
          </Warning>
          <Code label={t`Signing secret`} text={secret} />
        </Stacked>
      </Card>
      <ReceiversCard />
      <SendTestCard endpointId={endpointId} />
      <div>
        <Button variant="filled" onClick={done}>
          {t`Go to the endpoint`}
        </Button>
      </div>
    </Stacked>
  )
}
