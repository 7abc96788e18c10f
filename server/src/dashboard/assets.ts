// `/assets/*`: scripts, styles and fonts of the dashboard. Their names have a hash of their content, so a browser keeps them.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '../problem.ts'
import type { Asset } from './dist.ts'
import type { Dashboard } from './open.ts'

const encodings = ['br', 'gzip'] as const

export function dashboardAssets(app: FastifyInstance, dashboard: Dashboard) {
  app.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const state = dashboard.state()
    const asset = state.is === 'ready' ? state.dist.assets.get(request.params['*']) : undefined
    if (!asset) throw problem('routing/not-found')
    return sendAsset(request, reply, asset)
  })
}

function sendAsset({ headers }: FastifyRequest, reply: FastifyReply, asset: Asset) {
  const encoding = encodings.find((one) => asset[one] && accepts(headers['accept-encoding'], one))
  const etag = `"${asset.etag}${encoding ? `-${encoding}` : ''}"`
  reply.headers({
    etag,
    vary: 'accept-encoding',
    'cache-control': 'public, max-age=31536000, immutable',
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
