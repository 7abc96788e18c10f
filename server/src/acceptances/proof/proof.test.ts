// The proof of an acceptance over HTTP: what it shows, who gets it, and that it goes with what was removed.
import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { accept, acceptancesIn, aPng, whole } from '../../../tests/harness/acceptances.ts'
import { isPopplerMissing, pdfPages } from '../../../tests/harness/pdf-text.ts'
import { pdfImages } from '../../../tests/harness/printed-pictures.ts'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useWarehouse } from '../../../tests/harness/prologue.ts'
import { issueStaffKey } from '../../identity/issue-keys.ts'
import { removeOldPersons } from '../remove.ts'

const { service, warehouse } = await useWarehouse()
const { underWay } = acceptancesIn(warehouse, service.url)
const client = await warehouse.aStockedClient(1_000, 'kg')
const { token: staffToken } = await issueStaffKey(service.db, { name: 'ERP', scopes: ['staff:read'] })
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

async function download(path: string, { token = client.token, language = 'es' } = {}) {
  const api = token === staffToken ? 'backoffice' : 'portal'
  const response = await fetch(`${service.url}/api/v1/${api}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
  return {
    status: response.status,
    headers: response.headers,
    pdf: Buffer.from(await response.arrayBuffer()),
  }
}

/** A lossless WebP of 30 × 20. */
const webp = Buffer.from('RIFF\x12\0\0\0WEBPVP8L\x06\0\0\0\x2f\x1d\xc0\x04\0\x07', 'latin1')

describe.skipIf(isPopplerMissing())('GET /remitos/:id/acceptance/pdf', () => {
  test('is the remito, and behind it lines, signature, photos, both times and the SHA-256 of what was shown', async () => {
    const way = await underWay(client)
    const shown = Buffer.from(await (await fetch(`${service.url}${way.path}/pdf`)).arrayBuffer())
    const sent = whole(way.remito, { document: '24.555.120', signed_at: '2026-11-18T15:04:05.000Z' })
    const [line] = sent.items
    Object.assign(line ?? {}, { accepted: 0.5, missing: 0.25, damaged: 0.25, note: 'Una caja mojada' })
    const files = { signature: aPng(600, 200), photos: [aPng(30, 20), webp] }
    const answer = await accept(service.url, way.path, sent, files)
    expect(answer.status, answer.text).toBe(201)

    const { status, headers, pdf } = await download(`/remitos/${way.remitoId}/acceptance/pdf`)
    const number = way.remito.number.replace(/[^\w-]+/g, '-')
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      200,
      'application/pdf',
      `inline; filename="constancia-${number}.pdf"`,
    ])
    const [remito = '', proof = '', ...more] = await pdfPages(pdf)
    expect(more).toEqual([])
    expect(await pdfPages(shown)).toEqual([remito])
    for (const text of [
      'Constancia de entrega',
      'Recibido con diferencias',
      way.remito.number,
      'Recibió Marta Gil',
      'DNI o CUIT 24555120',
      'Confirmado en la página del remito',
      'Firmado el 18/11/2026 12:04:05, según el reloj del celular',
      `SHA-256 del PDF mostrado ${sha256(shown)}`,
      '1 kg 0,5 0,25 0,25 –',
      'Observaciones: Una caja mojada',
      `Firma · image/png · SHA-256 ${sha256(files.signature)}`,
      `Foto 1 · image/png · SHA-256 ${sha256(aPng(30, 20))}`,
      'no se puede imprimir; está en el portal',
      'Página 1 de 1',
    ])
      expect(proof).toContain(text)
    expect(proof).toMatch(
      /^Registrado el [\d/]{10} [\d:]{8}, según el servicio \(hora de America\/Argentina/m,
    )
    expect(await pdfImages(pdf)).toEqual(['600 × 200', '30 × 20'])

    // The same file for the staff, and in English.
    const path = `/remitos/${way.remitoId}/acceptance/pdf`
    expect((await download(path, { token: staffToken })).pdf.equals(pdf)).toBe(true)
    const english = (await pdfPages((await download(path, { language: 'en' })).pdf))[1]
    for (const text of ['Proof of delivery', 'Received with differences', 'Received by Marta Gil'])
      expect(english).toContain(text)

    const other = await warehouse.aStockedClient(0)
    expect((await download(path, other)).status).toBe(404)
  })

  test('takes as many pages as it needs', async () => {
    const way = await underWay(client)
    const photos = Array.from({ length: 6 }, (_, index) => aPng(40, 300 + index))
    await accept(service.url, way.path, whole(way.remito), { signature: aPng(100, 100), photos })
    const { pdf } = await download(`/remitos/${way.remitoId}/acceptance/pdf`)
    const pages = await pdfPages(pdf)
    expect(pages.length).toBeGreaterThanOrEqual(2)
    expect(pages.at(-1)).toContain('Foto 6')
    expect(await pdfImages(pdf)).toHaveLength(7)
  })

  test('is not there before the acceptance, and a late one only for the staff, who get each of them', async () => {
    const way = await underWay(client)
    const path = `/remitos/${way.remitoId}/acceptance/pdf`
    expectProblem(await client.portal.get(path), 'remitos/not-accepted')
    await warehouse.act(way.orderId, 'fail', 'Estaba cerrado')
    await accept(service.url, way.path, whole(way.remito))
    expectProblem(await client.portal.get(path), 'remitos/not-accepted')
    const { pdf } = await download(path, { token: staffToken })
    expect((await pdfPages(pdf))[1]).toContain('Llegó cuando la entrega ya había fallado')
    const { id } = (await warehouse.staff.get(`/remitos/${way.remitoId}/acceptance`)).body
    const dispute = await download(`/disputes/${id}/pdf`, { token: staffToken })
    expect([dispute.status, dispute.pdf.equals(pdf)]).toEqual([200, true])
  })

  test('says when names and pictures were removed, and has none of them any more', async () => {
    const way = await underWay(client)
    await accept(service.url, way.path, whole(way.remito), { signature: aPng(77, 33) })
    const path = `/remitos/${way.remitoId}/acceptance/pdf`
    expect(await pdfImages((await download(path)).pdf)).toEqual(['77 × 33'])
    await removeOldPersons(service.db, Date.now() + 6 * 366 * 86_400_000, 5)
    const { pdf } = await download(path)
    const [, proof = ''] = await pdfPages(pdf)
    expect(proof).toContain('Los nombres, las notas y las imágenes se eliminaron el')
    expect(proof).not.toMatch(/Marta Gil|Firma ·/)
    expect(await pdfImages(pdf)).toEqual([])
  })
})
