// Builds the pages into the given folder, and compresses what a browser loads: it is sent as it is, so the size of a
// response costs the server nothing. Beside it, in sdk/, is the SDK that the service offers to clients.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { writeTarball } from '../../sdk/build/tarball.ts'
import { phoneBuild, workerBuild } from './phone.ts'

const [, , out] = process.argv
if (out === undefined) throw new Error('usage: node build/compile.ts <folder>')

const root = join(import.meta.dirname, '..')
await build({
  root,
  configFile: join(root, 'vite.config.ts'),
  logLevel: 'error',
  build: { outDir: out, emptyOutDir: true },
})
await build(phoneBuild(out))
await build(workerBuild(out))

const compressible = /\.(css|js|json|svg)$/
const assets = join(out, 'assets')
const files = (await readdir(assets, { recursive: true })).filter((name) => compressible.test(name))
await Promise.all(
  files.map(async (name) => {
    const file = join(assets, name)
    const bytes = await readFile(file)
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
  }),
)

writeTarball(join(out, 'sdk'))
