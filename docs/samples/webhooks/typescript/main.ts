// A receiver of webhooks, which Node 24 runs as it is:
// ANDEN_WEBHOOK_SECRET=whsec_… node main.ts
//
// While a rotation overlaps, give both secrets, separated by a comma. PORT is 8080 by default.
import { createServer, type IncomingMessage } from 'node:http'
import { SignatureError, verifyWebhook } from './verify-webhook.ts'

const maxBodyBytes = 4 * 1024 * 1024

const secrets = (process.env['ANDEN_WEBHOOK_SECRET'] ?? '').split(',')
if (secrets.some((secret) => secret.trim() === '')) {
  process.stderr.write('ANDEN_WEBHOOK_SECRET is missing\n')
  process.exit(1)
}

type Event = { id: string; type: string; data: { object: unknown } }

// Here only until the program ends. Keep the ids in your database, and insert each in the transaction of its work.
const handledIds = new Set<string>()

function handle({ type, id }: Event) {
  process.stdout.write(`${type} ${id}\n`)
}

const server = createServer(async (request, response) => {
  const answer = (status: number, content: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content))
  try {
    if (request.method !== 'POST') return answer(405, { error: 'webhooks are sent with POST' })
    const body = await readBody(request)
    if (body === null) return answer(413, { error: 'the body is too large' })
    verifyWebhook(request.headers['service-signature']?.toString(), body, secrets)
    const event: Event = JSON.parse(body.toString())
    // A test of the endpoint has made-up data.
    if (!event.id.startsWith('evt_test_') && !handledIds.has(event.id)) {
      handle(event)
      handledIds.add(event.id)
    }
    return answer(200, { received: event.id })
  } catch (error) {
    if (error instanceof SignatureError) return answer(400, { error: error.message })
    if (error instanceof SyntaxError) return answer(400, { error: 'the body is not JSON' })
    process.stderr.write(`${error}\n`)
    return answer(500, { error: 'the event was not processed' })
  }
})

/** The raw bytes; null if there are too many. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes <= maxBodyBytes) chunks.push(chunk)
  }
  return bytes > maxBodyBytes ? null : Buffer.concat(chunks)
}

const port = Number(process.env['PORT'] ?? 8080)
server.listen(port, '127.0.0.1', () => process.stdout.write(`Listening on http://127.0.0.1:${port}/hooks\n`))
