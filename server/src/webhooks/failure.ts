// Why an attempt failed, as a short text for the people who run the receiver.

export const refusedCode = 'ERR_ADDRESS_REFUSED'

type Failure = Error & { code?: string; syscall?: string; reason?: string }

/** null: not a known failure of a receiver. The library's own message goes to our log only. */
export function describeFailure(error: Failure): string | null {
  const code = error.code ?? ''
  if (code === refusedCode) return error.message
  if (/^(query|getaddrinfo)/.test(error.syscall ?? '') || code === 'ENOTFOUND') return describeDns(code)
  if (isTlsError(code)) return `TLS: ${describeTls(error, code)}`
  if (error.name === 'HTTPParserError') return 'the response is not valid HTTP'
  return textsByMessage[error.message] ?? textsByCode[code] ?? null
}

const textsByCode: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ECONNABORTED: 'connection reset',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  UND_ERR_SOCKET: 'connection closed before the response was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the response does not match its Content-Length',
  UND_ERR_CLOSED: 'the service was shutting down',
  UND_ERR_DESTROYED: 'the service was shutting down',
  UND_ERR_HEADERS_OVERFLOW: 'the response headers are too large',
}

/** undici gives these the code of a closed connection; only their message differs. */
const textsByMessage: Record<string, string> = {
  'bad response': 'unexpected 100 Continue',
  'bad upgrade': 'unexpected protocol upgrade',
}

function describeDns(code: string): string {
  const reasons: Record<string, string> = {
    ENOTFOUND: 'name not found',
    ENODATA: 'the name has no address',
    ESERVFAIL: 'the name servers failed',
    EBADNAME: 'not a valid name',
  }
  return `DNS: ${reasons[code] ?? 'no answer'}`
}

function isTlsError(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH)/.test(
    code,
  )
}

function describeTls(error: Failure, code: string): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the certificate is for another name'
  // After the semicolon, Node gives advice to its own operator, who is not the reader of this text.
  return sanitize(error.reason ?? error.message.split(';')[0] ?? code)
}

function sanitize(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, 200)
}
