// Goods of a sandbox without the staff of the warehouse, by the staff's own rules. Those find products and lots by their ids alone, so
// what is named here is looked up first, as the sandbox's own: whatever belongs to somebody else does not exist.
import type {
  LotChange,
  NewAdjustment,
  SandboxInboundReceipt,
  SandboxReceipt,
  StaffInboundNoticeDetail,
} from '@anden/contract'
import { fault } from '@anden/contract/values'
import type { Queryable } from '../db/queryable.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Author } from '../deps.ts'
import { actOnNotice } from '../inbound/receive.ts'
import { refuseBody, throwProblem } from '../problem.ts'
import { createRemito } from '../remitos/create.ts'
import type { RemitoSettings } from '../remitos/issue.ts'
import { adjustStock } from '../stock/adjust.ts'
import { changeHold } from '../stock/hold.ts'
import { ownLot, ownNotice, ownNoticeLines, ownProducts } from './queries.ts'

/** Who acts in place of the staff: the request says whose it was. */
export const simulator = ({ requestId }: Author): Author => ({ actor: 'simulator', requestId })

export async function receiveGoods(
  tx: Transaction,
  by: Author,
  clientId: string,
  given: SandboxReceipt,
  settings: RemitoSettings,
) {
  await requireOwnProducts(
    tx,
    clientId,
    given.items.map(({ product_id }, index) => ({ product_id, pointer: `/items/${index}/product_id` })),
  )
  return createRemito(tx, simulator(by), { ...given, client_id: clientId, type: 'ingreso' }, settings)
}

type ReceivedItems = NonNullable<SandboxInboundReceipt['items']>

/** All at once: the goods arrive, are received, and the notice is closed with the differences that there are. */
export async function receiveNotice(
  tx: Transaction,
  by: Author,
  { clientId, noticeId }: { clientId: string; noticeId: string },
  { items: given }: SandboxInboundReceipt,
  settings: RemitoSettings,
): Promise<StaffInboundNoticeDetail> {
  const notice = (await tx.maybeOne(ownNotice(clientId, noticeId))) ?? throwProblem('inbound/not-found')
  const items: ReceivedItems = given ?? (await tx.rows(ownNoticeLines(clientId, noticeId)))
  await requireOwnProducts(
    tx,
    clientId,
    items.flatMap(({ product_id }, index) =>
      product_id === undefined ? [] : [{ product_id, pointer: `/items/${index}/product_id` }],
    ),
  )
  const author = simulator(by)
  if (notice.status === 'announced') await actOnNotice(tx, author, noticeId, { action: 'arrive' }, settings)
  const received = await actOnNotice(tx, author, noticeId, { action: 'receive', items }, settings)
  const differences = received.items.flatMap(({ id, difference }) =>
    difference === 0
      ? []
      : [{ item_id: id, reason: difference > 0 ? ('surplus' as const) : ('missing' as const) }],
  )
  return actOnNotice(tx, author, noticeId, { action: 'close', differences }, settings)
}

export async function adjustOwnStock(
  tx: Transaction,
  by: Author,
  clientId: string,
  given: NewAdjustment,
  today: string,
) {
  await requireOwnProducts(tx, clientId, [{ product_id: given.product_id, pointer: '/product_id' }])
  return adjustStock(tx, simulator(by), given, today)
}

export async function holdOwnLot(
  tx: Transaction,
  by: Author,
  { clientId, lotId }: { clientId: string; lotId: string },
  change: LotChange,
) {
  if (!(await tx.maybeOne(ownLot(clientId, lotId)))) throwProblem('lots/not-found')
  return changeHold(tx, simulator(by), lotId, change)
}

async function requireOwnProducts(
  at: Queryable,
  clientId: string,
  named: readonly { product_id: string; pointer: string }[],
): Promise<void> {
  const ids = named.map(({ product_id }) => product_id.toLowerCase())
  const own = new Set((await at.rows(ownProducts(clientId, ids))).map(({ id }) => id))
  refuseBody(
    named
      .filter((_, index) => !own.has(ids[index] ?? ''))
      .map(({ pointer }) => ({ pointer, ...fault('unknown_product') })),
  )
}
