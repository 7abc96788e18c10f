// What agents are offered: the tools with the requests behind them, the prompts and the resources. Whatever needs the account
// is a request to the portal; the rest is the documentation.
import type { Environment } from '@anden/contract'
import type { DocsReader } from '../docs/reader.ts'
import type { Route } from '../http/routing/route.ts'
import type { PreviewIds } from './preview-ids.ts'
import { prompts } from './prompts.ts'
import { type PortalRequest, type Reply, type Tool, type ToolResult, toolOf } from './tool.ts'
import { accountTools, webhookTools } from './tools/account-and-webhooks.ts'
import { documentationTools } from './tools/documentation.ts'
import { goodsTools } from './tools/goods.ts'
import { orderTools } from './tools/orders.ts'
import { sandboxTools } from './tools/sandbox.ts'

export const declaredTools = [...goodsTools, ...orderTools, ...accountTools, ...webhookTools, ...sandboxTools]

/** Whose message it is, as `GET /me` says. */
export type Asker = { scopes: readonly string[]; environment: Environment }

/** What a message asks of the portal. */
export type PortalWork =
  | { kind: 'tool'; tool: Tool; request: PortalRequest; resultOf: (reply: Reply) => ToolResult }
  | { kind: 'document'; uri: string; request: PortalRequest }
  | { kind: 'refused'; refusal: string }

export type Surface = ReturnType<typeof mcpSurface>

export const remitoTemplate = 'anden://remitos/{remito_id}/pdf'
const remitoUri = /^anden:\/\/remitos\/([^/?#]{1,100})\/pdf$/
export const remitoPdf = (id: string) => `anden://remitos/${id}/pdf`

export function mcpSurface(routes: readonly Route[], docs: DocsReader, previews: PreviewIds) {
  const tools = new Map(declaredTools.map((declared) => [declared.name, toolOf(declared, routes)]))
  const local = new Map(documentationTools(docs).map((tool) => [tool.name, tool]))
  const remitoRoute = routes.find(({ path }) => path === '/remitos/:id/pdf')
  const has = (scopes: readonly string[], needed: readonly string[]) =>
    needed.length === 0 || needed.some((scope) => scopes.includes(scope))
  const toolsOf = ({ scopes, environment }: Asker) =>
    [...tools.values()].filter(
      (tool) => has(scopes, tool.scopes) && (tool.environment ?? environment) === environment,
    )
  return {
    docs,
    local,
    toolsOf: (asker: Asker) => [
      ...toolsOf(asker).map(({ described }) => described),
      ...[...local.values()].map(({ described }) => described),
    ],
    promptsOf(asker: Asker) {
      const names = toolsOf(asker).map(({ name }) => name)
      return prompts.filter((prompt) => prompt.tools.every((name) => names.includes(name)))
    },
    readsRemitos: ({ scopes }: Asker) => has(scopes, [remitoRoute?.scope ?? '']),

    /** null: the message needs nothing of the portal but to know who asks. */
    workOf(message: unknown, authorization: string): PortalWork | null {
      const { method, params } = (message ?? {}) as { method?: unknown; params?: Record<string, unknown> }
      if (method === 'tools/call') {
        const tool = tools.get(String(params?.['name']))
        if (!tool) return null
        const made = tool.requestOf(params?.['arguments'], { authorization, previews })
        return 'refusal' in made
          ? { kind: 'refused', refusal: made.refusal }
          : { kind: 'tool', tool, request: made.request, resultOf: made.resultOf }
      }
      if (method !== 'resources/read') return null
      const uri = String(params?.['uri'])
      const id = remitoUri.exec(uri)?.[1]
      if (id === undefined) return null
      const path = `/remitos/${encodeURIComponent(decoded(id))}/pdf`
      return { kind: 'document', uri, request: { method: 'GET', path, headers: {} } }
    },
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
