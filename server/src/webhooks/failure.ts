// Why an attempt failed, in few words for the people who run the receiver.
import { refusedCode } from './guard.ts'

type Failure = Error & { code?: string; syscall?: string; reason?: string }

/** null: nothing that a receiver is known for. What a library says of it is for our log, not for others. */
export function failureWords(error: Failure): string | null {
  const code = error.code ?? ''
  if (code === refusedCode) return error.message
  if (/^(query|getaddrinfo)/.test(error.syscall ?? '') || code === 'ENOTFOUND') return dnsWords(code)
  if (isAboutTls(code)) return `TLS: ${tlsWords(error, code)}`
  if (error.name === 'HTTPParserError') return 'the answer is not valid HTTP'
  return wordsByMessage[error.message] ?? words[code] ?? null
}

const words: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  EPIPE: 'connection reset',
  ECONNABORTED: 'connection reset',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  UND_ERR_SOCKET: 'connection closed before the answer was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the answer is not as long as it says',
  UND_ERR_CLOSED: 'the service was stopping',
  UND_ERR_DESTROYED: 'the service was stopping',
  UND_ERR_HEADERS_OVERFLOW: 'the headers of the answer are too large',
}

/** undici tells these from a closed connection by their message only. */
const wordsByMessage: Record<string, string> = {
  'bad response': 'the answer is a 100 Continue that was not asked for',
  'bad upgrade': 'the answer is an upgrade that was not asked for',
}

function dnsWords(code: string): string {
  const reasons: Record<string, string> = {
    ENOTFOUND: 'name not found',
    ENODATA: 'the name has no address',
    ESERVFAIL: "the name's servers fail",
    EBADNAME: 'not a valid name',
  }
  return `DNS: ${reasons[code] ?? 'no answer'}`
}

function isAboutTls(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH)/.test(
    code,
  )
}

function tlsWords(error: Failure, code: string): string {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the certificate is for another name'
  // Behind a semicolon Node advises whoever runs it, which is not who reads this.
  return plain(error.reason ?? error.message.split(';')[0] ?? code)
}

function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, 200)
}
