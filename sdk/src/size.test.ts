// The size of the SDK in an app. The whole client is small, because its methods are made from a table of routes.
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, stop } from 'esbuild'
import { afterAll, expect, test } from 'vitest'

afterAll(() => stop())

async function bundled(contents: string) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const [file] = Object.values(metafile.outputs)
  const used = Object.entries(file?.inputs ?? {}).filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return {
    gzippedBytes: gzipSync(outputFiles[0]?.contents ?? '').length,
    modules: used.map(([path]) => path.replace(/^.*sdk\/src\//, '')),
  }
}

test('an app with one call gets at most 6 kB, and no code that it does not use', async () => {
  const { gzippedBytes, modules } = await bundled(`
    import { Anden } from '@anden/sdk'
    const anden = new Anden({ apiKey: 'pk_…', baseUrl: 'https://portal.example.com' })
    console.log(await anden.stock.list())`)
  expect(gzippedBytes).toBeLessThanOrEqual(6_000)
  expect(modules).toContain('generated/portal.ts')
  expect(modules.filter((name) => /backoffice|sandbox|webhooks|etag-cache/.test(name))).toEqual([])
})

test('the client of a sandbox is at most 7 kB', async () => {
  const { gzippedBytes } = await bundled(`
    import { AndenSandbox } from '@anden/sdk/sandbox'
    const anden = new AndenSandbox({ apiKey: 'pk_test_…', baseUrl: 'https://portal.example.com' })
    console.log(await anden.sandbox.get())`)
  expect(gzippedBytes).toBeLessThanOrEqual(7_000)
})

test('the back office is as small, and without the portal', async () => {
  const { gzippedBytes, modules } = await bundled(`
    import { Backoffice } from '@anden/sdk/backoffice'
    console.log(await new Backoffice({ apiKey: 'sk_…', baseUrl: 'https://portal.example.com' }).clients.list())`)
  expect(gzippedBytes).toBeLessThanOrEqual(6_000)
  expect(modules.filter((name) => /portal|webhooks|event-feed/.test(name))).toEqual([])
})

test('the webhooks alone are at most 1.5 kB, without the client', async () => {
  const { gzippedBytes, modules } = await bundled(`export * from '@anden/sdk/webhooks'`)
  expect(gzippedBytes).toBeLessThanOrEqual(1_500)
  expect(modules.filter((name) => name !== '<stdin>' && !name.startsWith('webhooks/'))).toEqual([])
})
