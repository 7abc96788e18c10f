// `/assets/*`: scripts, styles and fonts of the dashboard. Their names have a hash of their content, so a browser keeps them.

import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'
import type { Dashboard } from './build.ts'

const encodings = ['br', 'gzip'] as const

export function dashboardAssets(app: FastifyInstance, dashboard: Dashboard) {
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const state = dashboard.state()
    const asset = state.is === 'ready' ? state.dist.assets.get(request.params['*']) : undefined
    if (!asset) throw problem('routing/not-found')
    return sendAsset(request, reply, asset)
  })
  phoneWorker(app, dashboard)
}

/** The worker that lets the pages behind links open without a network; one for all links below each of these. */
const workerPaths = ['/r/worker.js', '/t/worker.js']
const workerAsset = 'phone/worker.js'

function phoneWorker(app: FastifyInstance, dashboard: Dashboard) {
  for (const path of workerPaths)
    app.get(path, async (request, reply) => {
      const state = dashboard.state()
      const asset = state.is === 'ready' ? state.dist.assets.get(workerAsset) : undefined
      if (!asset) throw problem('routing/not-found')
      // Its name stays the same, so a browser has to ask. Its policy is that of what it asks for itself.
      reply.headers({
        'content-security-policy': "default-src 'none'; connect-src 'self'",
        'x-robots-tag': 'noindex',
      })
      return sendAsset(request, reply, asset, 'no-cache')
    })
}

const forEver = 'public, max-age=31536000, immutable'

function sendAsset({ headers }: FastifyRequest, reply: FastifyReply, asset: Asset, cacheControl = forEver) {
  const encoding = encodings.find((one) => asset[one] && accepts(headers['accept-encoding'], one))
  const etag = `"${asset.etag}${encoding ? `-${encoding}` : ''}"`
  reply.headers({
    etag,
    vary: 'accept-encoding',
    'cache-control': cacheControl,
    'cross-origin-resource-policy': 'same-origin',
    ...(encoding ? { 'content-encoding': encoding } : {}),
  })
  const known = headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  if (known?.some((tag) => tag === etag || tag === '*')) return reply.code(304).send()
  return reply.type(asset.type).send((encoding && asset[encoding]) ?? asset.plain)
}

function accepts(header: unknown, encoding: string): boolean {
  if (typeof header !== 'string') return false
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
  })
}

// The built dashboard, read into memory as a whole: 3 MB. So a request reads no file and can reach no other file, and a
// build that replaces the files does not affect a process that still serves the previous one.

export type Asset = { type: string; etag: string; plain: Buffer; br: Buffer | null; gzip: Buffer | null }
/** The SDK as npm installs it; `file` is a name that changes with its content. */
type BuiltSdk = { name: string; version: string; integrity: string; bytes: Buffer; file: string }
export type Dist = {
  /** The page, with a placeholder for the nonce. */
  index: string
  /** The page that a link opens on a phone: the same for everybody. */
  phone: string
  /** Keyed by path below /assets/. */
  assets: ReadonlyMap<string, Asset>
  sdk: BuiltSdk | null
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

export async function loadDist(directory: string): Promise<Dist> {
  const folder = join(directory, 'assets')
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
  const files = new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(folder, path))] as const)),
  )
  const assets = paths.flatMap((path): [string, Asset][] => {
    const type = types[extname(path)]
    const plain = files.get(path)
    if (type === undefined || plain === undefined) return []
    const br = files.get(`${path}.br`) ?? null
    const gzip = files.get(`${path}.gz`) ?? null
    return [[path.replaceAll('\\', '/'), { type, etag: etagOf(plain), plain, br, gzip }]]
  })
  return {
    index: await readFile(join(directory, 'index.html'), 'utf8'),
    phone: await readFile(join(folder, 'phone/phone.html'), 'utf8'),
    assets: new Map(assets),
    sdk: await loadSdk(join(directory, 'sdk')),
  }
}

const etagOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

/** null: it was built without one. */
async function loadSdk(folder: string): Promise<BuiltSdk | null> {
  const manifest = await readFile(join(folder, 'sdk.json'), 'utf8').catch(() => null)
  if (manifest === null) return null
  const { name, version, integrity } = JSON.parse(manifest)
  const bytes = await readFile(join(folder, 'sdk.tgz'))
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  return { name, version, integrity, bytes, file: `sdk-${version}-${hash}.tgz` }
}
