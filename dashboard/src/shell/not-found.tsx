import { useLingui } from '@lingui/react/macro'
import { ButtonLink } from '../ui/button-link.tsx'
import { Empty } from '../ui/empty.tsx'
import { Page } from '../ui/page.tsx'

export function NotFound() {
  const { t } = useLingui()
  return (
    <Page title={t`There is no such page`}>
      <Empty
        title={t`The link may be old or mistyped`}
        action={<ButtonLink to="/">{t`To the start page`}</ButtonLink>}
      />
    </Page>
  )
}
