// The input of a list is checked once per URL, with no visible effect.
import { expect, test } from 'vitest'
import { expectProblem } from '../../../tests/harness/problem-answers.ts'
import { useService } from '../../../tests/harness/prologue.ts'

const service = await useService()
const { portal } = await service.aClient()

test('a URL gets the same response every time, even after many others', async () => {
  await portal.post('/destinatarios', { name: 'Ana' })
  await portal.post('/destinatarios', { name: 'Berta' })
  const names = async (query: string) =>
    (await portal.get(`/destinatarios?${query}`)).body.data.map(({ name }: { name: string }) => name)
  for (let time = 0; time < 2; time += 1) {
    expect(await names('limit=1')).toEqual(['Ana'])
    expect(await names('limit=2')).toEqual(['Ana', 'Berta'])
    expectProblem(await portal.get('/destinatarios?limit=x'), 'validation/invalid-parameter')
    for (let other = 3; other < 110; other += 1) expect(await names(`limit=${other}`)).toHaveLength(2)
  }
})
