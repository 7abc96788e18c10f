import { plain, withParams } from './entry.ts'

/** Why an attempt to deliver an event failed. The sentence stands by itself, for the people who run the receiver. */
export const deliveryFaults = {
  // What the receiver answered.
  http_status: withParams({ status: 'number' }, ({ status }) => `HTTP ${status}`),
  redirect: withParams({ status: 'number' }, ({ status }) => `HTTP ${status}: redirects are not followed`),
  not_http: plain('the response is not valid HTTP'),
  wrong_content_length: plain('the response does not match its Content-Length'),
  headers_too_large: plain('the response headers are too large'),
  unexpected_continue: plain('unexpected 100 Continue'),
  unexpected_upgrade: plain('unexpected protocol upgrade'),

  // The connection.
  timed_out: withParams({ seconds: 'number' }, ({ seconds }) => `timed out after ${seconds} s`),
  connection_refused: plain('connection refused'),
  connection_reset: plain('connection reset'),
  connection_closed: plain('connection closed before the response was complete'),
  host_silent: plain('the host does not answer'),
  host_unreachable: plain('host unreachable'),
  network_unreachable: plain('network unreachable'),

  // The name of the host.
  name_not_found: plain('DNS: name not found'),
  name_without_address: plain('DNS: the name has no address'),
  name_servers_failed: plain('DNS: the name servers failed'),
  name_not_valid: plain('DNS: not a valid name'),
  name_servers_silent: plain('DNS: no answer'),

  // Encryption.
  certificate_of_another_name: plain('TLS: the certificate is for another name'),
  tls_failed: withParams({ reason: 'string' }, ({ reason }) => `TLS: ${reason}`),

  // Addresses that nothing is sent to.
  https_only: plain('address not allowed: only https is'),
  address_not_public: withParams({ host: 'string' }, ({ host }) => `address not allowed: ${host}`),
  // It names no address: the name may resolve only inside our network.
  name_not_public: withParams(
    { host: 'string' },
    ({ host }) => `address not allowed: ${host} does not resolve to public ones only`,
  ),

  // The service itself.
  service_stopping: plain('the service was shutting down'),
  not_completed: plain('the request could not be completed'),
  unknown: plain('unknown'),
}
