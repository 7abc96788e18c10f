// A count while others keep working: they are serialised, and nothing is lost.

import { expect, test } from 'vitest'
import { lotsOf, sendCount } from '../../../tests/harness/counts.ts'
import { expectInvariants } from '../../../tests/harness/invariants.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { expectOnly, race, rounds, shuffled, times } from '../../../tests/harness/race.ts'
import { order } from '../../../tests/harness/warehouse.ts'

const { service, warehouse } = await useWarehouse({ maxConnections: 24 })

const skuOf = async (clientId: string, productId: string): Promise<string> => {
  const { body } = await warehouse.staff.get(`/clients/${clientId}/products`)
  return body.data.find(({ id }: { id: string }) => id === productId).sku
}

test('orders and approvals: stock, lots, ledger and reservations agree', async () => {
  await rounds(8, async () => {
    const client = await warehouse.aStockedClient(20)
    const sku = await skuOf(client.id, client.productId)
    const orders = await Promise.all(times(4, () => order(client, 2)))
    const answers = await race([
      ...orders.map(
        ({ body }) =>
          () =>
            warehouse.act(body.id, 'approve'),
      ),
      ...times(4, () => () => order(client, 1)),
      () => sendCount(warehouse.staff, client.id, ['sku,quantity,lot_number', `${sku},12,`, `${sku},3,B`]),
      () => sendCount(warehouse.staff, client.id, ['sku,quantity', `${sku},14`]),
    ])
    expectOnly(answers, ['200', '201'])
    await expectInvariants(service.db)
  })
})

test('two counts over the same products in any order never deadlock, and the later one wins', async () => {
  const client = await service.aClient()
  const skus = times(300, (index) => `SKU-${index}`)
  const file = (quantity: number) => [
    'sku,quantity,name,unit_type',
    ...shuffled(skus).map((sku) => `${sku},${quantity},${sku},caja`),
  ]
  await rounds(4, async (round) => {
    const quantities = times(4, (index) => 1 + round * 4 + index)
    const answers = await race(
      quantities.map((quantity) => () => sendCount(warehouse.staff, client.id, file(quantity))),
    )
    expectOnly(answers, ['201'])
    const last = new Set((await lotsOf(service.db, client.id)).map(({ quantity }) => quantity))
    expect(last.size).toBe(1)
    expect(quantities).toContain([...last][0])
    await expectInvariants(service.db)
  })
  expect(await lotsOf(service.db, client.id)).toHaveLength(300)
})
