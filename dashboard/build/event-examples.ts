// `import examples from 'virtual:event-examples'`: the example of every event, as the API's description has it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const name = 'virtual:event-examples'
const description = join(import.meta.dirname, '../../openapi/portal.json')

type Sent = { post: { requestBody: { content: { 'application/json': { example: unknown } } } } }

export function eventExamples(): Plugin {
  return {
    name: 'anden:event-examples',
    enforce: 'pre',
    resolveId: (id) => (id === name ? `\0${name}` : null),
    load: (id) => (id === `\0${name}` ? `export default ${JSON.stringify(examplesByType())}` : null),
  }
}

function examplesByType(): Record<string, unknown> {
  const { webhooks }: { webhooks: Record<string, Sent> } = JSON.parse(readFileSync(description, 'utf8'))
  return Object.fromEntries(
    Object.entries(webhooks).map(([type, { post }]) => [
      type,
      post.requestBody.content['application/json'].example,
    ]),
  )
}
