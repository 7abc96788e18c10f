// Shows the token of a key, which can be read only once, and a request to try it with.
import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Card, Stacked } from '../../ui/card.tsx'
import { Code } from '../../ui/code.tsx'
import { Warning } from '../../ui/warning.tsx'

type IssuedKeyProps = {
  token: string
  /** A read that every key of this kind may make: its path, and what the response shows. */
  trial: { path: string; note: ReactNode }
  done: () => void
}

export function IssuedKey({ token, trial, done }: IssuedKeyProps) {
  const { t } = useLingui()
  const curl = `curl -H 'Authorization: Bearer ${token}' \\\n  '${location.origin}${trial.path}'`
  return (
    <Stacked>
      <Card title={t`Its token`}>
        <Stacked>
          <Warning>
            <Trans>Copy it now: it is not shown again. Keep it like a password.</Trans>
          </Warning>
          <Code label={t`Token`} text={token} />
        </Stacked>
      </Card>
      <Card title={t`Try it`}>
        <Stacked>
          <p className="quiet">{trial.note}</p>
          <Code label={t`Request`} text={curl} />
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
