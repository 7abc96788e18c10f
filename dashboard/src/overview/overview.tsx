import { useLingui } from '@lingui/react/macro'
import { useSession } from '../shell/session.ts'
import { Page } from '../ui/page.tsx'

export function Overview() {
  const { t } = useLingui()
  const { user } = useSession()
  return <Page title={t`Good morning, ${user.name.split(' ')[0]}`}>{null}</Page>
}
