// `g` and then a letter opens a page. The letters are the same in both languages, so that people learn them only once.
import { useNavigation } from './navigation.ts'

const letters: Record<string, string> = {
  '/': 'h',
  '/stock': 's',
  '/orders': 'o',
  '/remitos': 'r',
  '/account': 'a',
  '/destinatarios': 'd',
  '/activity': 't',
  '/inbound': 'i',
  '/developers/keys': 'k',
  '/developers/webhooks': 'w',
  '/developers/events': 'e',
  '/developers/requests': 'q',
  '/settings/users': 'u',
  '/settings/profile': 'p',
  '/warehouse': 'h',
  '/warehouse/orders': 'o',
  '/warehouse/trips': 'v',
  '/warehouse/inbound': 'n',
  '/warehouse/receive': 'i',
  '/warehouse/goods-out': 'e',
  '/warehouse/stock': 's',
  '/warehouse/remitos': 'r',
  '/warehouse/account': 'a',
  '/warehouse/clients': 'l',
  '/warehouse/users': 'u',
  '/warehouse/keys': 'k',
  '/warehouse/remito-books': 'b',
  '/warehouse/audit': 'g',
}

export function usePageKeys(): { key: string; to: string; label: string }[] {
  return useNavigation()
    .flatMap(({ entries }) => entries)
    .flatMap(({ to, label }) => (letters[to] ? [{ key: letters[to], to, label }] : []))
}
