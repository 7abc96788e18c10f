// A request as a curl command. It contains no key: keys are never stored, and people paste commands into chats.
import type { LoggedRequest } from '@anden/sdk'

export function curlOf({ method, path, query }: Pick<LoggedRequest, 'method' | 'path' | 'query'>): string {
  const address = `${location.origin}${path}${query ? `?${query}` : ''}`
  const hasBody = method === 'POST' || method === 'PATCH' || method === 'PUT'
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(address)}`,
    `  -H "Authorization: Bearer $ANDEN_KEY"`,
    ...(hasBody ? [`  -H 'Content-Type: application/json'`, '  -d @body.json'] : []),
  ].join(' \\\n')
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
