// Why an attempt failed, for the people who run the receiver. The texts complete a sentence, so they begin with a small letter.
import type { DeliveryFaultCode } from '@anden/sdk'
import { msg } from '@lingui/core/macro'
import type { FaultTexts } from '../../../ui/fault-text.ts'

export const deliveryFaultTexts: FaultTexts<DeliveryFaultCode> = {
  http_status: ({ status }) => msg`it answered HTTP ${status}`,
  redirect: ({ status }) => msg`it answered HTTP ${status}, and redirects are not followed`,
  not_http: () => msg`the answer is not valid HTTP`,
  wrong_content_length: () => msg`the answer does not match its Content-Length`,
  headers_too_large: () => msg`the headers of the answer are too large`,
  unexpected_continue: () => msg`it answered 100 Continue, which nobody asked for`,
  unexpected_upgrade: () => msg`it answered with a change of protocol`,

  timed_out: ({ seconds }) => msg`timed out after ${seconds} s`,
  connection_refused: () => msg`connection refused`,
  connection_reset: () => msg`connection reset`,
  connection_closed: () => msg`the connection was closed before the answer was complete`,
  host_silent: () => msg`the host does not answer`,
  host_unreachable: () => msg`host unreachable`,
  network_unreachable: () => msg`network unreachable`,

  name_not_found: () => msg`DNS: name not found`,
  name_without_address: () => msg`DNS: the name has no address`,
  name_servers_failed: () => msg`DNS: the name servers failed`,
  name_not_valid: () => msg`DNS: not a valid name`,
  name_servers_silent: () => msg`DNS: no answer`,

  certificate_of_another_name: () => msg`TLS: the certificate is for another name`,
  tls_failed: ({ reason }) => msg`the encrypted connection failed (${reason})`,

  https_only: () => msg`only addresses with https are allowed`,
  address_not_public: ({ host }) => msg`${host} is not a public address`,
  name_not_public: ({ host }) => msg`${host} does not lead to public addresses only`,

  service_stopping: () => msg`the service was shutting down`,
  not_completed: () => msg`the request could not be completed`,
  unknown: () => msg`for an unknown reason`,
}
