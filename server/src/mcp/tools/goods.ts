import type { DeclaredTool } from '../tool.ts'

const product = 'products { sku name }'

export const goodsTools: readonly DeclaredTool[] = [
  {
    name: 'find_stock',
    title: 'Find stock',
    description:
      'How much there is of each product: in all, reserved, and available to order now. Find products by `q` (words of the name, or the beginning of the SKU).',
    route: 'GET /stock',
    shows:
      'data { product_id products { sku name unit_type } quantity reserved_quantity available_quantity } next_cursor has_more',
  },
  {
    name: 'find_lots',
    title: 'Find lots, first to expire first',
    description:
      'Lots in stock with their expiry dates and holds, first to expire first. What expires in a period: `expiring_after` and `expiring_before`.',
    route: 'GET /stock/lots',
    shows: `data { id lot_number product_id ${product} quantity expiry_date vintage_year hold } next_cursor has_more`,
  },
  {
    name: 'trace_lot',
    title: 'Trace a lot',
    description:
      'Where a lot came from and where its goods went: totals, the recipients with their contacts, largest first, and every movement. For a recall, or to see who buys a product. `find_lots` with `q` has the id of a lot number.',
    route: 'GET /stock/lots/:id/trace',
    path: { id: 'lot_id' },
    isLong: true,
    shows: `lot { lot_number ${product} quantity expiry_date hold } totals out_by_status
      recipients { id name phone email city quantity by_status } recipient_count
      entries { delta status created_at remito { id remito_number } order { id order_number } recipient { id name } }
      next_cursor has_more`,
    says: ({ totals, recipient_count }) => {
      if (totals === null || typeof totals !== 'object') return 'More movements of the lot.'
      const { in: received, out, left } = totals as Record<string, number>
      const recipients = recipient_count === null ? '' : ` Recipients: ${recipient_count}.`
      return `In ${received}, out ${out}, left ${left}.${recipients}`
    },
  },
  {
    name: 'list_remitos',
    title: 'List remitos',
    description:
      'The documents of goods in (`ingreso`) and out (`egreso`), newest first. `accepted=differences`: those that recipients accepted with differences.',
    route: 'GET /remitos',
    shows: 'data { id type status date remito_number source_order_id } next_cursor has_more',
  },
  {
    name: 'get_remito',
    title: 'Read a remito',
    description:
      'One remito with its items, lots and how the recipient accepted it. Its PDF is the resource that the result links to.',
    route: 'GET /remitos/:id',
    path: { id: 'remito_id' },
    isLong: true,
    shows: `id type status date remito_number source_order_id recipient reason voided_at void_reason acceptance
      distribution_remito_items { product_id ${product} quantity unit_type lot_number expiry_date notes }`,
    says: ({ type, remito_number, status, date }) =>
      `Remito ${[remito_number].flat().join(', ')}: ${type} of ${date}, ${status}.`,
  },
  {
    name: 'find_recipients',
    title: 'Find recipients',
    description:
      'Recipients (destinatarios) by name or CUIT, with address and contact. An order needs the id of one.',
    route: 'GET /destinatarios',
    shows:
      'data { id name cuit_dni address city province phone email delivery_schedule } next_cursor has_more',
  },
  {
    name: 'get_recipient',
    title: 'Read a recipient',
    description: 'One recipient by the `destinatario_id` of an order.',
    route: 'GET /destinatarios/:id',
    path: { id: 'destinatario_id' },
    shows: 'id name cuit_dni address city province postal_code phone email delivery_schedule',
    says: ({ name }) => `Recipient: ${JSON.stringify(name)}.`,
  },
  {
    name: 'search',
    title: 'Search',
    description:
      'Orders, products, lots, remitos, announced goods, returns and recipients by the beginning of a number, SKU or name: a few of each. Use it if you have a word or a number, and do not know what it is.',
    route: 'GET /search',
    shows: `orders { id order_number reference status } products { id sku name } lots { id lot_number ${product} quantity expiry_date }
      remitos { id type remito_number date } inbound { id number reference status } returns { id number status }
      destinatarios { id name city }`,
    says: (reply) => {
      const found = Object.entries(reply).filter(([, rows]) => Array.isArray(rows) && rows.length > 0)
      if (found.length === 0) return 'Nothing was found.'
      return `Found: ${found.map(([name, rows]) => `${(rows as unknown[]).length} ${name}`).join(', ')}.`
    },
  },
  {
    name: 'get_overview',
    title: 'Overview',
    description:
      'Where things stand: open orders by status with the latest failed deliveries, lots that have expired or expire within 30 days, and the state of webhooks. What the key may not read is null.',
    route: 'GET /overview',
    shows: `orders { open oldest_open { id order_number status created_at } failed { id order_number status_reason updated_at } }
      lots { expired expiring_soon } webhooks { endpoints recent_deliveries oldest_pending_at }`,
    says: () => 'The overview.',
  },
]
