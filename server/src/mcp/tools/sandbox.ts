// What an agent does in a sandbox in place of the warehouse. Only agents with a test key have these tools, because their routes are
// those of a sandbox.
import type { DeclaredTool } from '../tool.ts'

export const sandboxTools: readonly DeclaredTool[] = [
  {
    name: 'get_sandbox',
    title: 'The sandbox',
    description:
      'The day of the sandbox, which can be ahead of the real one, how much it has, and how much it may have.',
    route: 'GET /sandbox',
    shows:
      'day last_used_at kept_until used { orders products file_bytes } limits { orders products file_bytes }',
    says: ({ day }) => `The day of the sandbox is ${day}.`,
  },
  {
    name: 'receive_goods',
    title: 'Receive goods into the sandbox',
    description:
      'Goods come into the stock of the sandbox without notice, as if the warehouse had received them, so that orders can be placed. `find_stock` has the ids of products.',
    route: 'POST /sandbox/receive',
    takes: 'items remito_number',
    shows:
      'id remito_number date distribution_remito_items { product_id products { sku name } quantity lot_number expiry_date }',
    isLong: true,
    says: ({ remito_number }) => `Received with the remito ${[remito_number].flat().join(', ')}.`,
  },
  {
    name: 'simulate_order',
    title: 'Simulate what becomes of an order',
    description:
      'Lets the warehouse, the driver and the recipient of the sandbox act on an order, by the real rules, until the script has ended. A step that is refused ends it, and `problem` says why.',
    route: 'POST /sandbox/orders/:id/simulate',
    path: { id: 'order_id' },
    takes: 'script',
    shows: 'order_id script state steps { action state } problem { code detail }',
    says: ({ state, steps, problem }) => {
      const done = (steps as { action: string; state: string }[]).filter((step) => step.state === 'done')
      const names = done.map(({ action }) => action).join(', ')
      return `${names ? `Done: ${names}.` : 'Nothing was done.'}${state === 'failed' ? ` Then refused: ${(problem as { code: string } | null)?.code}.` : ''}`
    },
  },
  {
    name: 'move_clock',
    title: 'Move the day of the sandbox forward',
    description:
      'What expires, and what is available, follows the day of the sandbox. It never goes back, short of a reset of the sandbox. `get_sandbox` has the day.',
    route: 'POST /sandbox/clock',
    shows: 'day',
    isDestructive: true,
    isIdempotent: true,
    says: ({ day }) => `The day of the sandbox is now ${day}.`,
  },
]
