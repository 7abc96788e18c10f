// The entries of the side bar. An entry is shown only to users who may read the page behind it.
import { useLingui } from '@lingui/react/macro'
import {
  Activity,
  BookOpen,
  Boxes,
  Building2,
  ClipboardCheck,
  Contact,
  FileText,
  FlaskConical,
  History,
  Home,
  KeyRound,
  type LucideIcon,
  MessageSquareWarning,
  Package,
  PackageMinus,
  PackagePlus,
  Route,
  ScrollText,
  Truck,
  Undo2,
  User,
  Users,
  Wallet,
  Webhook,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { isSandbox } from '../shared/environment.ts'
import { useIsAdministrator, useIsInspecting, useSession } from '../shared/session.ts'
import { OpenTripsOfToday } from './open-trips.tsx'

type Entry = {
  to: string
  label: string
  icon: LucideIcon
  /** How much there is to do behind it. */
  count?: ComponentType
}
export type Section = { label: string | null; entries: Entry[] }

/** On a phone: four entries, the others under More. */
export const entriesInBar = 4

/** The scope, or all of the scopes, that a user needs to see the entry; null if everyone sees it. `orScope` alone is enough, too. */
type Declared = Entry & { scope: string | readonly string[] | null; orScope?: string }

type DeclaredSection = { label: string | null; entries: Declared[] }

export function useNavigation(): Section[] {
  const { scopes, client } = useSession()
  const ofClient = useClientSections(useIsAdministrator(), useIsInspecting())
  const ofStaff = useStaffSections()
  return (client === null ? ofStaff : ofClient).map(({ label, entries }) => ({
    label,
    entries: entries.filter(
      ({ scope, orScope }) =>
        [scope ?? []].flat().every((needed) => scopes.includes(needed)) ||
        (orScope !== undefined && scopes.includes(orScope)),
    ),
  }))
}

function useClientSections(isAdministrator: boolean, isInspecting: boolean): DeclaredSection[] {
  const { t } = useLingui()
  return [
    {
      label: null,
      entries: [
        { to: '/', label: t`Home`, icon: Home, scope: null },
        { to: '/stock', label: t`Stock`, icon: Boxes, scope: 'read:stock' },
        { to: '/orders', label: t`Orders`, icon: Package, scope: 'read:orders' },
        { to: '/remitos', label: t`Remitos`, icon: FileText, scope: 'read:remitos' },
        { to: '/returns', label: t`Returns`, icon: Undo2, scope: 'read:remitos' },
        { to: '/inbound', label: t`Announced goods`, icon: Truck, scope: 'read:inbound' },
        { to: '/account', label: t`Account`, icon: Wallet, scope: 'read:account' },
        { to: '/destinatarios', label: t`Recipients`, icon: Contact, scope: 'read:destinatarios' },
        { to: '/activity', label: t`Activity`, icon: History, scope: 'read:events' },
      ],
    },
    {
      label: t`Developers`,
      entries: [
        {
          to: '/developers/sandbox',
          label: t`Sandbox`,
          icon: FlaskConical,
          scope: isSandbox ? null : 'none',
        },
        {
          to: '/developers/keys',
          label: t`API keys`,
          icon: KeyRound,
          scope: isAdministrator ? null : 'none',
        },
        { to: '/developers/webhooks', label: t`Webhooks`, icon: Webhook, scope: 'read:webhooks' },
        { to: '/developers/events', label: t`Events`, icon: Activity, scope: 'read:events' },
        { to: '/developers/requests', label: t`Requests`, icon: ScrollText, scope: 'read:requests' },
      ],
    },
    {
      label: t`Settings`,
      entries: [
        {
          to: '/settings/users',
          label: t`Users`,
          icon: Users,
          // A sandbox has none: those of the account come to it.
          scope: isAdministrator && !isSandbox ? null : 'none',
        },
        { to: '/settings/profile', label: t`Profile`, icon: User, scope: isInspecting ? 'none' : null },
      ],
    },
  ]
}

/** Pages that change the stock show it, too. */
const changesStock = ['staff:read', 'staff:stock']

function useStaffSections(): DeclaredSection[] {
  const { t } = useLingui()
  return [
    {
      label: null,
      entries: [
        { to: '/warehouse', label: t`Today`, icon: Home, scope: 'staff:read' },
        { to: '/warehouse/orders', label: t`Orders`, icon: Package, scope: 'staff:read' },
        {
          to: '/warehouse/trips',
          label: t`Trips`,
          icon: Route,
          count: OpenTripsOfToday,
          scope: 'staff:read',
        },
        {
          to: '/warehouse/receive',
          label: t({ context: 'page', message: 'Receive' }),
          icon: PackagePlus,
          scope: 'staff:receive',
        },
        {
          to: '/warehouse/inbound',
          label: t`Arrivals`,
          icon: Truck,
          scope: 'staff:receive',
          orScope: 'staff:read',
        },
        { to: '/warehouse/stock', label: t`Stock`, icon: Boxes, scope: 'staff:read' },
        { to: '/warehouse/goods-out', label: t`Goods out`, icon: PackageMinus, scope: changesStock },
        { to: '/warehouse/counts', label: t`Counts`, icon: ClipboardCheck, scope: changesStock },
        { to: '/warehouse/remitos', label: t`Remitos`, icon: FileText, scope: 'staff:read' },
        { to: '/warehouse/disputes', label: t`Disputes`, icon: MessageSquareWarning, scope: 'staff:read' },
        {
          to: '/warehouse/returns',
          label: t`Returns`,
          icon: Undo2,
          scope: 'staff:receive',
          orScope: 'staff:read',
        },
        { to: '/warehouse/account', label: t`Accounts`, icon: Wallet, scope: 'staff:read' },
        { to: '/warehouse/clients', label: t`Clients`, icon: Building2, scope: 'staff:read' },
      ],
    },
    {
      label: t`Administration`,
      entries: [
        { to: '/warehouse/users', label: t`Users`, icon: Users, scope: 'staff:admin' },
        { to: '/warehouse/keys', label: t`Staff keys`, icon: KeyRound, scope: 'staff:admin' },
        {
          to: '/warehouse/remito-books',
          label: t`Books of remitos`,
          icon: BookOpen,
          scope: 'staff:admin',
        },
        { to: '/warehouse/audit', label: t`Audit log`, icon: ScrollText, scope: 'staff:read' },
      ],
    },
    {
      label: t`Settings`,
      entries: [{ to: '/settings/profile', label: t`Profile`, icon: User, scope: null }],
    },
  ]
}
