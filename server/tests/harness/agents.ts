// Agents as others write them: with the official client of MCP, over HTTP, or over the standard input and output of `anden mcp`.
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { afterAll } from 'vitest'

export type Agent = Awaited<ReturnType<typeof connected>>

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export function agentOver(url: string, token: string, headers: Record<string, string> = {}): Promise<Agent> {
  const requestInit = { headers: { authorization: `Bearer ${token}`, ...headers } }
  return connected(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
}

/** Starts a process. */
export function localAgent(url: string, token: string): Promise<Agent> {
  return connected(
    new StdioClientTransport({
      command: process.execPath,
      args: [main, 'mcp', '--url', url],
      env: { ANDEN_API_KEY: token },
    }),
  )
}

async function connected(transport: StreamableHTTPClientTransport | StdioClientTransport) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  afterAll(() => client.close())

  async function call(
    name: string,
    args: Record<string, unknown> = {},
    options: { signal?: AbortSignal } = {},
  ) {
    const result = await client.callTool({ name, arguments: args }, undefined, options)
    const [first] = result.content as { type: string; text: string }[]
    return {
      isError: result.isError === true,
      text: first?.text ?? '',
      content: result.content as Record<string, unknown>[],
      /** Untyped, because a test checks the shape itself. */
      shown: result.structuredContent as ReturnType<typeof JSON.parse>,
    }
  }
  return { client, call }
}
