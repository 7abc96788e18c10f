import { useLingui } from '@lingui/react/macro'
import { ActionIcon, Menu, useMantineColorScheme } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { CircleUser } from 'lucide-react'
import { language } from '../languages.ts'
import { changeLanguage, signOut, useSession } from './session.ts'

export function UserMenu() {
  const { t } = useLingui()
  const { user } = useSession()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const other = language() === 'es' ? 'en' : 'es'
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t`Your account: ${user.name}`}>
          <CircleUser size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item component={Link} to="/settings/profile">
          {t`Profile`}
        </Menu.Item>
        <Menu.Item onClick={() => void changeLanguage(other)} lang={other}>
          {other === 'es' ? 'Español' : 'English'}
        </Menu.Item>
        <Menu.Item onClick={() => setColorScheme(colorScheme === 'dark' ? 'light' : 'dark')}>
          {colorScheme === 'dark' ? t`Light theme` : t`Dark theme`}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut()}>{t`Sign out`}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
