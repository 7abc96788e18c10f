import { useLingui } from '@lingui/react/macro'
import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleUser } from 'lucide-react'
import { changeLanguage, signOut, useSession } from '../shared/session.ts'
import { language } from '../ui/languages.ts'
import { MenuOnDemand } from '../ui/menu-on-demand.tsx'

export function UserMenu() {
  const { t } = useLingui()
  const { user, inspection } = useSession()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  const other = language() === 'es' ? 'en' : 'es'
  return (
    <MenuOnDemand
      width={220}
      button={(props) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t`Your account: ${user.name}`}
          {...props}
        >
          <CircleUser size={20} />
        </ActionIcon>
      )}
      entries={(Menu) => (
        <>
          <Menu.Label>{user.email}</Menu.Label>
          {inspection ? null : (
            <Menu.Item component={Link} to="/settings/profile">
              {t`Profile`}
            </Menu.Item>
          )}
          <Menu.Item onClick={() => void changeLanguage(other)} lang={other}>
            {other === 'es' ? 'Español' : 'English'}
          </Menu.Item>
          <Menu.Item onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
            {isDark ? t`Light theme` : t`Dark theme`}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item onClick={() => void signOut()}>{t`Sign out`}</Menu.Item>
        </>
      )}
    />
  )
}
