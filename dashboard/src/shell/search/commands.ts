// The commands of the palette: go to a page, start a task, change the appearance.
import { useLingui } from '@lingui/react/macro'
import { useMantineColorScheme } from '@mantine/core'
import { Keyboard, Languages, LogOut, Moon, Plus, Sheet, Sun } from 'lucide-react'
import { changeLanguage, signOut, useSession } from '../../shared/session.ts'
import { language } from '../../ui/languages.ts'
import { useNavigation } from '../navigation.ts'
import { showOverlay } from '../overlays.ts'
import type { PaletteEntry, PaletteSection } from './entries.ts'

export function useCommands(): PaletteSection[] {
  const { t } = useLingui()
  const pages = useNavigation().flatMap(({ entries }) => entries)
  return [
    { label: t`Do`, entries: [...useBeginnings(), ...useSwitches()] },
    { label: t`Go to`, entries: pages.map(({ to, label, icon }) => ({ id: `go ${to}`, label, icon, to })) },
  ]
}

function useBeginnings(): PaletteEntry[] {
  const { t } = useLingui()
  const { scopes, role, client } = useSession()
  const isAdministrator = role === 'administrator' && client !== null
  const offered: (PaletteEntry & { may: boolean })[] = [
    {
      id: 'new order',
      label: t`New order`,
      keys: 'N',
      icon: Plus,
      to: '/orders/new',
      may: scopes.includes('write:orders'),
    },
    {
      id: 'orders from a sheet',
      label: t`Orders from a sheet`,
      icon: Sheet,
      to: '/orders/import',
      may: scopes.includes('write:orders'),
    },
    {
      id: 'new recipient',
      label: t`New recipient`,
      icon: Plus,
      to: '/destinatarios/new',
      may: scopes.includes('write:destinatarios'),
    },
    {
      id: 'recipients from a sheet',
      label: t`Recipients from a sheet`,
      icon: Sheet,
      to: '/destinatarios/import',
      may: scopes.includes('write:destinatarios'),
    },
    {
      id: 'products from a sheet',
      label: t`Products from a sheet`,
      icon: Sheet,
      to: '/warehouse/products/import',
      may: scopes.includes('staff:stock'),
    },
    {
      id: 'announce goods',
      label: t`Announce goods`,
      icon: Plus,
      to: '/inbound/new',
      may: scopes.includes('write:inbound'),
    },
    {
      id: 'new key',
      label: t`New API key`,
      icon: Plus,
      to: '/developers/keys/new',
      may: isAdministrator,
    },
    {
      id: 'invite',
      label: t`Invite a user`,
      icon: Plus,
      to: '/settings/users/new',
      may: isAdministrator,
    },
    {
      id: 'new trip',
      label: t`New trip`,
      icon: Plus,
      to: '/warehouse/trips/new',
      may: scopes.includes('staff:orders'),
    },
    {
      id: 'new staff key',
      label: t`New staff key`,
      icon: Plus,
      to: '/warehouse/keys/new',
      may: scopes.includes('staff:admin'),
    },
    {
      id: 'enter book',
      label: t`Enter a book of remitos`,
      icon: Plus,
      to: '/warehouse/remito-books/new',
      may: scopes.includes('staff:admin'),
    },
    {
      id: 'invite staff',
      label: t`Invite a user`,
      icon: Plus,
      to: '/warehouse/users/new',
      may: scopes.includes('staff:admin'),
    },
  ]
  return offered.filter(({ may }) => may)
}

function useSwitches(): PaletteEntry[] {
  const { t } = useLingui()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark = colorScheme === 'dark'
  const other = language() === 'es' ? 'en' : 'es'
  return [
    {
      id: 'theme',
      label: isDark ? t`Light theme` : t`Dark theme`,
      icon: isDark ? Sun : Moon,
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
    },
    {
      id: 'language',
      label: other === 'es' ? 'Español' : 'English',
      note: other === 'es' ? 'Language' : 'Idioma',
      icon: Languages,
      run: () => changeLanguage(other),
    },
    { id: 'keys', label: t`Keyboard shortcuts`, keys: '?', icon: Keyboard, run: () => showOverlay('keys') },
    { id: 'sign out', label: t`Sign out`, icon: LogOut, run: signOut },
  ]
}
