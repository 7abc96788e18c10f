// A remito is mailed with its PDF and its link: when the staff share it, and by itself for clients that have switched it on.
import { expect, test } from 'vitest'
import { acceptancesIn } from '../../tests/harness/acceptances.ts'
import { expectProblem } from '../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../tests/harness/prologue.ts'
import { tripsIn } from '../../tests/harness/trips.ts'
import { sql } from '../db/sql.ts'
import { fillLinks } from './fill-links.ts'
import { remitoLinks } from './link.ts'
import { mailOfRemito } from './mail.ts'

const { service, warehouse } = await useWarehouse()
const { staff, act } = warehouse
const { orderThat, aDepartedTrip } = tripsIn(warehouse)
const { remitoIdOf, pathOf } = acceptancesIn(warehouse, service.url)
const client = await warehouse.aStockedClient(1_000)
const email = 'compras@vinoteca.example'

const mailed = async (remitoId: string) =>
  (
    await service.db.rows<{ to: string }>(sql`
      select payload ->> 'to' as to from graphile_worker._private_jobs
      where payload ->> 'remito_id' = ${remitoId} order by id`)
  ).map(({ to }) => to)

const withAddress = (address: string | null) =>
  client.portal.patch(`/destinatarios/${client.destinatarioId}`, { email: address })

test('shared, it goes to the address that is given, or to that of the destinatario, or to nobody', async () => {
  const remitoId = await remitoIdOf(await orderThat(client, 'approve'))
  const share = (body: object) => staff.post(`/remitos/${remitoId}/share`, body)
  expect((await share({})).body).toMatchObject({ mailed_to: null })
  await withAddress(email)
  expect((await share({})).body).toMatchObject({ mailed_to: email })
  expect((await share({ email: 'otra@vinoteca.example' })).body).toMatchObject({
    mailed_to: 'otra@vinoteca.example',
  })
  expectProblem(await share({ email: 'nobody' }), 'validation/invalid-body')
  expect(await mailed(remitoId)).toEqual([email, 'otra@vinoteca.example'])
})

test('by itself it goes out at every step to in_transit, only where it is switched on and there is an address', async () => {
  await withAddress(email)
  const before = await orderThat(client, 'approve', 'prepare', 'dispatch')
  expect(await mailed(await remitoIdOf(before))).toEqual([])
  const changed = await staff.patch(`/clients/${client.id}`, { mail_remitos: true })
  expect(changed.body).toMatchObject({ mail_remitos: true })
  const orderId = await orderThat(client, 'approve', 'prepare', 'dispatch', 'fail', 'dispatch')
  expect(await mailed(await remitoIdOf(orderId))).toEqual([email, email])
  const onTrip = await orderThat(client, 'approve', 'prepare')
  await aDepartedTrip(onTrip)
  expect(await mailed(await remitoIdOf(onTrip))).toEqual([email])
  await withAddress(null)
  const without = await orderThat(client, 'approve', 'prepare', 'dispatch')
  expect(await mailed(await remitoIdOf(without))).toEqual([])
})

test('the mail is in Spanish, has the PDF and the link, and is not sent once the remito is voided', async () => {
  const orderId = await orderThat(client, 'approve', 'prepare')
  const remitoId = await remitoIdOf(orderId)
  const mail = await mailOfRemito(service.deps, { remito_id: remitoId, to: email })
  expect(mail).toMatchObject({ to: email, subject: expect.stringMatching(/^Remito R \d{5}-\d{8} · /) })
  expect(mail?.text).toContain(service.url + (await pathOf(remitoId)))
  expect(mail?.attachments).toMatchObject([{ contentType: 'application/pdf' }])
  expect(mail?.attachments?.[0]?.content.subarray(0, 5).toString()).toBe('%PDF-')
  await act(orderId, 'cancel', 'Error')
  expect(await mailOfRemito(service.deps, { remito_id: remitoId, to: email })).toBeNull()
})

test('an egreso from before there were links gets the one that it would have had', async () => {
  const remitoId = await remitoIdOf(await orderThat(client, 'approve'))
  const path = await pathOf(remitoId)
  await service.db.run(sql`update remitos set link_hash = null where id = ${remitoId}`)
  expect((await fetch(`${service.url}${path}/remito`)).status).toBe(404)
  expect(await fillLinks(service.db, remitoLinks(service.deps))).toBe(1)
  expect((await fetch(`${service.url}${path}/remito`)).status).toBe(200)
})
