// The service's search results as lines of the palette. Staff find objects of all clients, with links to the staff's
// pages.
import type { FoundDestinatario, FoundLot, FoundOrder, FoundProduct, FoundRemito } from '@anden/sdk'
import type { FoundClient } from '@anden/sdk/backoffice'
import { useLingui } from '@lingui/react/macro'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Boxes, Building2, Contact, FileText, Layers, Package } from 'lucide-react'
import { one, portal } from '../../shared/api.ts'
import { useOrderStateName } from '../../shared/orders/order-status.tsx'
import { useSession } from '../../shared/session.ts'
import { formatDate, formatDay } from '../../ui/format.ts'
import type { PaletteSection } from './entries.ts'

type Owned = { client?: { id: string; name: string } }
type Found = {
  orders: (FoundOrder & Owned)[] | null
  products: (FoundProduct & Owned)[] | null
  lots: (FoundLot & Owned)[] | null
  remitos: (FoundRemito & Owned)[] | null
  destinatarios: (FoundDestinatario & Owned)[] | null
  clients?: FoundClient[]
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
  const base = isStaff ? '/warehouse' : ''
  const note = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
  return ({ orders, products, lots, remitos, destinatarios, clients }) =>
    [
      {
        label: t`Orders`,
        entries: (orders ?? []).map(({ id, order_number, status, created_at, client }) => ({
          id,
          label: order_number,
          note: note(client?.name, stateName(status), formatDay(created_at)),
          icon: Package,
          to: `${base}/orders/${id}`,
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
