// Why an attempt failed, as a fault of the contract's catalogue, from what Node and undici report.
import type { DeliveryFault, DeliveryFaultCode } from '@anden/contract'
import { type Fault, fault, faultDetail } from '@anden/contract/values'

type Failure = Error & { code?: string; syscall?: string; reason?: string }

/** Nothing is sent to this address. */
export class AddressRefused extends Error {
  readonly fault: DeliveryFault
  constructor(refusal: DeliveryFault) {
    super(faultDetail(refusal))
    this.fault = refusal
  }
}

/** null: not a known failure of a receiver. The library's own message goes to our log only. */
export function faultOfFailure(error: Failure): DeliveryFault | null {
  const code = error.code ?? ''
  if (error instanceof AddressRefused) return error.fault
  if (/^(query|getaddrinfo)/.test(error.syscall ?? '') || code === 'ENOTFOUND') {
    return fault(faultsOfNames[code] ?? 'name_servers_silent')
  }
  if (isTlsError(code)) return faultOfTls(error, code)
  if (error.name === 'HTTPParserError') return fault('not_http')
  const known = faultsByMessage[error.message] ?? faultsByCode[code]
  return known ? fault(known) : null
}

type PlainCode = {
  [Code in DeliveryFaultCode]: keyof Fault<Code>['params'] extends never ? Code : never
}[DeliveryFaultCode]
type Faults = Record<string, PlainCode>

const faultsByCode: Faults = {
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  ECONNABORTED: 'connection_reset',
  ETIMEDOUT: 'host_silent',
  EHOSTUNREACH: 'host_unreachable',
  ENETUNREACH: 'network_unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'host_silent',
  UND_ERR_SOCKET: 'connection_closed',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'wrong_content_length',
  UND_ERR_CLOSED: 'service_stopping',
  UND_ERR_DESTROYED: 'service_stopping',
  UND_ERR_HEADERS_OVERFLOW: 'headers_too_large',
}

/** undici gives these the code of a closed connection; only their message differs. */
const faultsByMessage: Faults = {
  'bad response': 'unexpected_continue',
  'bad upgrade': 'unexpected_upgrade',
}

const faultsOfNames: Faults = {
  ENOTFOUND: 'name_not_found',
  ENODATA: 'name_without_address',
  ESERVFAIL: 'name_servers_failed',
  EBADNAME: 'name_not_valid',
}

function isTlsError(code: string): boolean {
  return /^(ERR_TLS_|ERR_SSL_|EPROTO|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH)/.test(
    code,
  )
}

function faultOfTls(error: Failure, code: string): DeliveryFault {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return fault('certificate_of_another_name')
  // After the semicolon, Node gives advice to its own operator, who is not the reader of this text.
  return fault('tls_failed', { reason: sanitize(error.reason ?? error.message.split(';')[0] ?? code) })
}

/** null: a success, or no answer. */
export function faultOfStatus(status: number | null): DeliveryFault | null {
  if (status === null || (status >= 200 && status < 300)) return null
  const isRedirect = status >= 300 && status < 400 && status !== 304
  return fault(isRedirect ? 'redirect' : 'http_status', { status })
}

function sanitize(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').slice(0, 200)
}
