// A request as a curl command. It contains no key: people paste commands into chats.

type CurlRequest = {
  method: string
  /** With the query. */
  address: string
  /** The name of the variable that has the key. */
  key: string
  /** What `-d` gets: JSON, or `@` and the name of a file. */
  body?: string
}

export const curlOf = ({ method, address, key, body }: CurlRequest): string =>
  [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(address)}`,
    `  -H "Authorization: Bearer $${key}"`,
    ...(body === undefined ? [] : [`  -H 'Content-Type: application/json'`, `  -d ${quoted(body)}`]),
  ].join(' \\\n')

const quoted = (text: string) => (/^@[\w.]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
