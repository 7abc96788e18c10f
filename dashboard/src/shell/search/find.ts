// The service's search results as lines of the palette. Staff find objects of all clients, with links to the staff's
// pages.
import type {
  FoundDestinatario,
  FoundInboundNotice,
  FoundLot,
  FoundOrder,
  FoundProduct,
  FoundRemito,
  FoundReturn,
} from '@anden/sdk'
import type { FoundClient, FoundTrip } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Boxes, Building2, Contact, FileText, Layers, Package, Route, Truck, Undo2 } from 'lucide-react'
import { one, portal } from '../../shared/api.ts'
import { useNoticeStateName } from '../../shared/inbound/notice-status.tsx'
import { useOrderStateName } from '../../shared/order-status.tsx'
import { useSession } from '../../shared/session.ts'
import { formatDate, formatDay } from '../../ui/format.ts'
import type { PaletteSection } from './entries.ts'

type Owned = { client?: { id: string; name: string } }
type Found = {
  orders: (FoundOrder & Owned)[] | null
  products: (FoundProduct & Owned)[] | null
  lots: (FoundLot & Owned)[] | null
  remitos: (FoundRemito & Owned)[] | null
  returns: (FoundReturn & Owned)[] | null
  inbound: (FoundInboundNotice & Owned)[] | null
  destinatarios: (FoundDestinatario & Owned)[] | null
  clients?: FoundClient[]
  trips?: FoundTrip[]
}

const found = (text: string, isStaff: boolean) =>
  one(['session', 'search', text], async (options): Promise<Found> => {
    if (!isStaff) return await portal.search.get({ q: text }, options)
    const { backoffice } = await import('../../shared/backoffice.ts')
    return await backoffice.search.get({ q: text }, options)
  })

export function useFound(typed: string) {
  const { client, scopes } = useSession()
  const isStaff = client === null
  const mayFind = !isStaff || scopes.includes('staff:read')
  const sectionsOf = useSections(isStaff)
  // Aborts a search whose text has changed.
  const { data, error, isFetching } = useQuery({
    ...found(typed, isStaff),
    enabled: mayFind && typed !== '',
    placeholderData: keepPreviousData,
  })
  return {
    sections: data && typed !== '' ? sectionsOf(data) : [],
    error: typed === '' ? null : error,
    isSearching: isFetching,
  }
}

/** The staff have no page for a recipient, so the link leads to its client. */
const clientPage = ({ id }: { id: string }) => `/warehouse/clients/${id}`

function useSections(isStaff: boolean): (found: Found) => PaletteSection[] {
  const { t } = useLingui()
  const stateName = useOrderStateName()
  const noticeStateName = useNoticeStateName()
  const base = isStaff ? '/warehouse' : ''
  const note = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
  return ({ orders, products, lots, remitos, inbound, returns, destinatarios, clients, trips }) =>
    [
      {
        label: t`Orders`,
        entries: (orders ?? []).map(({ id, order_number, reference, status, created_at, client }) => ({
          id,
          label: order_number,
          note: note(reference, client?.name, stateName(status), formatDay(created_at)),
          icon: Package,
          to: `${base}/orders/${id}`,
        })),
      },
      {
        label: t`Trips`,
        entries: (trips ?? []).map(({ id, number, date, driver_name, plate }) => ({
          id,
          label: number,
          note: note(formatDate(date), driver_name, plate),
          icon: Route,
          to: `/warehouse/trips/${id}`,
        })),
      },
      {
        label: t`Products`,
        entries: (products ?? []).map(({ id, name, sku, client }) => ({
          id,
          label: name,
          note: note(sku, client?.name),
          icon: Boxes,
          to: `${base}/stock/${id}`,
        })),
      },
      {
        label: t`Lots`,
        entries: (lots ?? []).map(({ id, lot_number, expiry_date, products, client }) => ({
          id,
          label: lot_number,
          note: note(products.name, expiry_date && t`expires ${formatDate(expiry_date)}`, client?.name),
          icon: Layers,
          to: `${base}/lots/${id}`,
        })),
      },
      {
        label: t`Remitos`,
        entries: (remitos ?? []).map(({ id, remito_number, date, client }) => ({
          id,
          label: remito_number.join(', ') || t`Remito`,
          note: note(client?.name, formatDate(date)),
          icon: FileText,
          to: `${base}/remitos/${id}`,
        })),
      },
      {
        label: t`Returns`,
        entries: (returns ?? []).map(({ id, number, created_at, client }) => ({
          id,
          label: number,
          note: note(client?.name, formatDay(created_at)),
          icon: Undo2,
          to: `${base}/returns/${id}`,
        })),
      },
      {
        label: t`Announced goods`,
        entries: (inbound ?? []).map(({ id, number, reference, status, expected_on, client }) => ({
          id,
          label: number,
          note: note(reference, client?.name, noticeStateName(status), formatDate(expected_on)),
          icon: Truck,
          to: `${base}/inbound/${id}`,
        })),
      },
      {
        label: t`Recipients`,
        entries: (destinatarios ?? []).map(({ id, name, city, client }) => ({
          id,
          label: name,
          note: note(city, client?.name),
          icon: Contact,
          to: client ? clientPage(client) : `/destinatarios/${id}`,
        })),
      },
      {
        label: t`Clients`,
        entries: (clients ?? []).map(({ id, name, cuit_dni }) => ({
          id,
          label: name,
          note: cuit_dni ?? undefined,
          icon: Building2,
          to: clientPage({ id }),
        })),
      },
    ].filter(({ entries }) => entries.length > 0)
}
