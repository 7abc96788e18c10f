// Agents that start a program and talk to it over its standard input and output reach the portal by this one. It passes messages
// on to `/mcp` of the service and has no tools of its own, so both ways have the same.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  InitializeResultSchema,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { say } from './output.ts'
import { watchStarter } from './stop-on-signal.ts'

type McpOptions = { url: URL; key: string }

export function mcpCommand(program: Command) {
  program
    .command('mcp')
    .description('connect an agent on this machine to a portal (MCP over standard input and output)')
    .addOption(
      new Option('--url <url>', 'the address of the portal')
        .env('ANDEN_URL')
        .argParser(endpointOf)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--key <key>', 'an API key of the client; in the variable, other users cannot list it')
        .env('ANDEN_API_KEY')
        .makeOptionMandatory(),
    )
    .action(relay)
}

/** The address of the service, of its API or of its endpoint for agents. */
function endpointOf(text: string): URL {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new InvalidArgumentError('it must be an address such as https://portal.example.com')
  }
  url.pathname = `${url.pathname.replace(/\/(?:api\/v1\/portal|mcp)?\/*$/, '')}/mcp`
  return url
}

async function relay({ url, key }: McpOptions) {
  const agent = new StdioServerTransport()
  const portal = new StreamableHTTPClientTransport(url, {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  const pending = new Set<Promise<void>>()

  async function passOn(message: JSONRPCMessage) {
    try {
      await portal.send(message)
    } catch (error) {
      const reason = reasonOf(error as Error)
      say(`anden: ${reason}`)
      if (isJSONRPCRequest(message)) await agent.send(failureOf(message.id, reason))
    }
  }

  agent.onmessage = (message) => {
    const passing = passOn(message).finally(() => pending.delete(passing))
    pending.add(passing)
  }
  portal.onmessage = (message) => {
    // Which version of the protocol was agreed on is a header of every later request.
    const result = isJSONRPCResultResponse(message) ? message.result : null
    const initialized = InitializeResultSchema.safeParse(result)
    if (initialized.success) portal.setProtocolVersion(initialized.data.protocolVersion)
    void agent.send(message)
  }
  agent.onerror = ({ message }) => say(`anden: ${message}`)

  const end = async () => {
    await Promise.allSettled(pending)
    await portal.close()
    await agent.close()
  }
  process.stdin.once('end', () => void end())
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end())
  watchStarter(process.env, () => void end())
  await portal.start()
  await agent.start()
}

/** In the range that JSON-RPC leaves to servers. */
const requestFailed = -32_000

const failureOf = (id: string | number, reason: string) => ({
  jsonrpc: '2.0' as const,
  id,
  error: { code: requestFailed, message: `The portal did not answer this request: ${reason}` },
})

/** The message of `fetch` is the same for every cause. */
const reasonOf = ({ message, cause }: Error) =>
  cause instanceof Error && cause.message ? `${message}: ${cause.message}` : message
