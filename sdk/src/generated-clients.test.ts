// Clients that the generators of Python make from the API description work, also with a later version of the service. The
// generators are not packages of Debian or npm: PYTHON_GENERATORS is a directory with their commands, for example the
// `bin` of a virtual environment with sdk/consumers/python/requirements.txt. Without it these tests are left out.
import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useService } from '../../server/tests/harness/prologue.ts'
import { backofficeOf, stockedClient } from './testing/clients.ts'
import { type LaterService, laterService } from './testing/later-service.ts'

const generators = process.env['PYTHON_GENERATORS']
const description = fileURLToPath(new URL('../../openapi/portal.json', import.meta.url))
const scripts = fileURLToPath(new URL('../consumers/python/', import.meta.url))
const run = promisify(execFile)

const service = await useService()

test('the later service adds a member to every object, a status and a type of event', async () => {
  const later = await laterService(service.url)
  const { token, anden, anOrder } = await stockedClient(service, await backofficeOf(service))
  const order = await anden.orders.create(anOrder(1))
  const get = async (path: string) => {
    const response = await fetch(`${later.url}/api/v1/portal${path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return (await response.json()) as { data: { type: string }[] }
  }
  expect(await get(`/orders/${order.id}`)).toMatchObject({ status: 'a_later_status', added_later: true })
  expect((await get('/events')).data.map(({ type }) => type)).toContain('lot.a_later_type')
  await later.close()
})

if (generators === undefined) {
  process.stderr.write('left out: clients of Python generators (set PYTHON_GENERATORS)\n')
} else {
  describe('with a later version of the service', { timeout: 120_000 }, () => {
    const tool = (name: string) => join(generators, name)
    let directory = ''
    let later: LaterService
    let env: NodeJS.ProcessEnv = {}
    beforeAll(async () => {
      directory = await mkdtemp(join(tmpdir(), 'anden-python-'))
      await cp(scripts, directory, { recursive: true })
      later = await laterService(service.url)
      const { token, anden, product, destinatario, anOrder } = await stockedClient(
        service,
        await backofficeOf(service),
      )
      await anden.orders.create(anOrder(1))
      env = {
        ...process.env,
        PATH: `${generators}:${process.env['PATH']}`,
        PYTHONDONTWRITEBYTECODE: '1',
        ANDEN_URL: later.url,
        ANDEN_KEY: token,
        PRODUCT_ID: product.id,
        DESTINATARIO_ID: destinatario.id,
      }
    })
    afterAll(async () => {
      await later.close()
      await rm(directory, { recursive: true, force: true })
    })
    const inDirectory = async (command: string, ...parameters: string[]) => {
      const options = { cwd: directory, env, maxBuffer: 2 ** 26 }
      const { stdout, stderr } = await run(tool(command), parameters, options)
      return { said: stdout.trim(), warned: stderr }
    }

    test('a client of openapi-python-client works', async () => {
      const path = join(directory, 'client')
      const { said, warned } = await inDirectory(
        'openapi-python-client',
        'generate',
        '--path',
        description,
        '--output-path',
        path,
      )
      // Content types that it does not know leave out an answer or a way of sending a file, never an endpoint.
      expect(said + warned).not.toContain('Endpoint will not be generated')
      const warnings = new Set(`${said}\n${warned}`.match(/(?<=^WARNING parsing )\S+ \S+/gm) ?? [])
      expect([...warnings].sort()).toEqual([
        'GET /inbound/{id}/labels',
        'GET /remitos/{id}/pdf',
        'POST /destinatarios/imports',
        'POST /orders/imports',
      ])
      expect(said + warned).not.toContain('Unable to process schema')
      env = { ...env, PYTHONPATH: path }
      expect(await inDirectory('python', 'generated_client.py')).toMatchObject({ said: 'ok' })
    })

    test('models of datamodel-codegen read its answers', async () => {
      const options = ['--output', 'models.py', '--output-model-type', 'pydantic_v2.BaseModel']
      await inDirectory('datamodel-codegen', '--input', description, ...options)
      expect(await inDirectory('python', 'generated_models.py')).toMatchObject({ said: 'ok' })
    })
  })
}
