// The token of a key, at the only moment at which it can be read, and a request to try it with.
import type { IssuedApiKey } from '@anden/sdk'
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Card, Stacked } from '../../ui/card.tsx'
import { Code } from '../../ui/code.tsx'
import { Warning } from '../warning.tsx'

export function IssuedKey({ apiKey, done }: { apiKey: IssuedApiKey; done: () => void }) {
  const { t } = useLingui()
  return (
    <Stacked>
      <Card title={t`Its token`}>
        <Stacked>
          <Warning>
            <Trans>Copy it now: it is not shown again. Keep it like a password.</Trans>
          </Warning>
          <Code label={t`Token`} text={apiKey.token} />
        </Stacked>
      </Card>
      <Card title={t`Try it`}>
        <Stacked>
          <p className="quiet">
            <Trans>The answer names your company, the key and its limits.</Trans>
          </p>
          <Code label={t`Request`} text={curlWith(apiKey.token)} />
        </Stacked>
      </Card>
      <div>
        <Button variant="filled" onClick={done}>
          {t`I have copied it`}
        </Button>
      </div>
    </Stacked>
  )
}

const curlWith = (token: string) =>
  `curl -H 'Authorization: Bearer ${token}' \\\n  '${location.origin}/api/v1/portal/me'`
