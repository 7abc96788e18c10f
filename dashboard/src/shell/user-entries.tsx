import { useLingui } from '@lingui/react/macro'
import { Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { changeLanguage, signOut, useSession } from '../shared/session.ts'
import { language } from '../ui/languages.ts'
import { type MenuButton, useOpenedMenu } from '../ui/menu-on-demand.tsx'

export function UserEntries({ button }: { button: MenuButton }) {
  const { t } = useLingui()
  const { user, inspection } = useSession()
  const { ref, ...menu } = useOpenedMenu()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme() === 'dark'
  const other = language() === 'es' ? 'en' : 'es'
  return (
    <Menu width={220} {...menu}>
      <Menu.Target>{button({ ref })}</Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  )
}
