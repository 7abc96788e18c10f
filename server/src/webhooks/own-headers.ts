// The headers that a client adds to the deliveries of an endpoint, such as the token of a gateway. Their values are sealed like the
// signing secret, and nothing returns them.
import { type FieldFault, isReservedHeader, type OwnHeader } from '@anden/contract'
import { fault } from '@anden/contract/values'
import { refuseBody } from '../problem.ts'
import { headersRow, type SecretBox } from '../secret-key/secret-box.ts'

export type SealedHeaders = { header_names: string[]; own_headers: Buffer | null }

export function refuseOwnHeaders(headers: readonly OwnHeader[]): void {
  const seen = new Set<string>()
  refuseBody(
    headers.flatMap(({ name }, index): FieldFault[] => {
      const pointer = `/headers/${index}/name`
      if (isReservedHeader(name)) return [{ pointer, ...fault('reserved_header', { name }) }]
      if (seen.has(name.toLowerCase())) return [{ pointer, ...fault('repeated_header', { name }) }]
      seen.add(name.toLowerCase())
      return []
    }),
  )
}

export function sealHeaders(
  box: SecretBox,
  endpointId: string,
  headers: readonly OwnHeader[],
): SealedHeaders {
  if (headers.length === 0) return { header_names: [], own_headers: null }
  // Pairs, as sign.ts opens them.
  const pairs = JSON.stringify(headers.map(({ name, value }) => [name, value]))
  return {
    header_names: headers.map(({ name }) => name),
    own_headers: box.seal(pairs, headersRow(endpointId)),
  }
}
