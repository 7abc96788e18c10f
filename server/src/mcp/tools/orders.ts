import { Type } from '@anden/contract'
import { previewMinutes } from '../preview-ids.ts'
import type { CallContext, DeclaredTool, Reply } from '../tool.ts'

const lines = 'distribution_order_items { product_id products { sku name } quantity vintage_year notes }'
const detail = `id order_number status status_reason reference delivery_type destinatario_id revision notes
  delivery_address delivery_city delivery_province delivery_contact created_at ${lines}`

const orderSays = ({ order_number, status, revision }: Reply) =>
  `Order ${order_number}: ${status}, revision ${revision}.`

export const orderTools: readonly DeclaredTool[] = [
  {
    name: 'list_orders',
    title: 'List orders',
    description:
      'Orders, newest first. `q` finds by number, reference, product, lot or recipient; `is_open=true` those that are not finished; `status` by status.',
    route: 'GET /orders',
    shows:
      'data { id order_number status status_reason reference delivery_type destinatario_id revision created_at updated_at } next_cursor has_more',
  },
  {
    name: 'get_order',
    title: 'Read an order',
    description:
      'One order with its lines, its timeline (every status it has had), the changes while it was pending, the vehicle that took it, and how the recipient accepted it.',
    route: 'GET /orders/:id',
    path: { id: 'order_id' },
    isLong: true,
    shows: `${detail} packages trip acceptance timeline { status at reason } changes { revision at by_warehouse by_name reason fields { field before after } lines { products { sku } before after } }`,
    says: orderSays,
  },
  {
    name: 'preview_order',
    title: 'Preview an order',
    description: `The lots that the warehouse would pick for an order, and what is missing. Nothing is reserved. If nothing is missing, it answers with the \`preview_id\` that \`place_order\` needs for exactly this order, valid for ${previewMinutes} minutes. Show the preview to the person before you place the order. With \`order_id\` it previews a change of that order.`,
    route: 'POST /orders/preview',
    shows: `items { product_id quantity picks { lot_number expiry_date vintage_year quantity } }
      shortages { product_id products { sku name } requested available reasons }`,
    isLong: true,
    adds: {
      preview_id: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description:
          'Pass it to `place_order` with exactly the same order; null: something is missing, or it previews a change',
      }),
    },
    says: ({ shortages }) => {
      const missing = (shortages as unknown[]).length
      if (missing === 0) return 'Nothing is missing.'
      return `Not enough of ${missing === 1 ? '1 product' : `${missing} products`}: see shortages.`
    },
    complete: ({ items, shortages }, { previews, authorization, body, args }) => {
      const canBePlaced = (shortages as unknown[]).length === 0 && args['order_id'] === undefined
      return { preview_id: canBePlaced ? previews.issue({ authorization, order: body }, items) : null }
    },
  },
  {
    name: 'place_order',
    title: 'Place an order',
    description:
      'Places an order, which reserves the goods and waits for approval by the warehouse. It needs the `preview_id` of a preview of exactly this order. If a call gets no answer, repeat it as it is: the same `preview_id` orders once.',
    route: 'POST /orders',
    own: {
      preview_id: Type.String({
        maxLength: 100,
        description: 'From `preview_order`, for exactly this order',
      }),
    },
    requires: ['preview_id'],
    shows: `${detail} duplicate_of`,
    isLong: true,
    isIdempotent: true,
    prepare: previewed,
    says: (order) =>
      order['duplicate_of'] === null
        ? orderSays(order)
        : `${orderSays(order)} Another order has the same reference: see duplicate_of.`,
  },
  {
    name: 'change_order',
    title: 'Change a pending order',
    description:
      'Replaces what is given, while the order is pending; the rest stays. `items` are all lines: lines that are left out are removed. `if_revision` is the `revision` that you have read: if the order has changed since, nothing is changed.',
    route: 'PATCH /orders/:id',
    path: { id: 'order_id' },
    sends: { action: 'update' },
    takes:
      'if_revision items destinatario_id reference delivery_type notes delivery_address delivery_city delivery_province delivery_contact',
    requires: ['if_revision'],
    shows: detail,
    isLong: true,
    isDestructive: true,
    isIdempotent: true,
    says: orderSays,
  },
  {
    name: 'cancel_order',
    title: 'Cancel an order',
    description:
      'Cancels an order that the warehouse has not approved yet, for good. `if_revision` is the `revision` that you have read. Ask the person first.',
    route: 'PATCH /orders/:id',
    path: { id: 'order_id' },
    sends: { action: 'cancel' },
    takes: 'if_revision reason',
    requires: ['if_revision'],
    shows: 'id order_number status status_reason revision',
    isDestructive: true,
    isIdempotent: true,
    says: orderSays,
  },
]

const refusals = {
  expired: `This preview is older than ${previewMinutes} minutes. If an earlier call of place_order may have gone through, look for the order with list_orders first. Otherwise preview the order again, and place it with the new preview_id.`,
  other:
    'This preview_id is not of a preview of this order by this key. Preview the order, and pass exactly the same members with the preview_id that it answers with.',
}

function previewed({ previews, authorization, body, args }: CallContext) {
  const id = String(args['preview_id'])
  const verdict = previews.check(id, { authorization, order: body })
  return verdict === 'valid' ? { headers: { 'idempotency-key': id } } : { refusal: refusals[verdict] }
}
