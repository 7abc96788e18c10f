import { useLingui } from '@lingui/react/macro'
import { Columns, Stacked } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { useSession } from '../session.ts'
import { Appearance } from './appearance.tsx'
import { ChangePassword } from './change-password.tsx'
import { OwnName } from './own-name.tsx'
import { OwnSessions } from './own-sessions.tsx'
import { SecondFactor } from './second-factor.tsx'

export function Profile() {
  const { t } = useLingui()
  const { user } = useSession()
  return (
    <Page title={t`Profile`} intro={user.email}>
      <Columns columns="1fr 1fr">
        <Stacked>
          <OwnName />
          <ChangePassword />
        </Stacked>
        <Stacked>
          <Appearance />
          <SecondFactor />
        </Stacked>
      </Columns>
      <OwnSessions />
    </Page>
  )
}
