import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { isOnThisMachine } from './origins.ts'

type Given = {
  baseUrl?: string
  from?: string
  to?: string
  headers?: Record<string, string>
}

function isLocal({
  baseUrl = 'http://localhost:3000',
  from = '127.0.0.1',
  to = '127.0.0.1',
  headers = {},
}: Given) {
  const socket = { remoteAddress: from, localAddress: to }
  return isOnThisMachine(
    { headers: { host: 'localhost:3000', ...headers }, socket } as FastifyRequest,
    baseUrl,
  )
}

test.each<[string, Given]>([
  ['by name', {}],
  ['by address', { headers: { host: '127.0.0.1:3000' } }],
  ['over IPv6', { from: '::1', to: '::1', headers: { host: '[::1]:3000' } }],
  ['over IPv4 on a socket for both', { from: '::ffff:127.0.0.1', to: '::ffff:127.0.0.1' }],
  ['by a page of the service', { headers: { origin: 'http://localhost:3000' } }],
])('visited on this machine %s', (_, given) => expect(isLocal(given)).toBe(true))

test.each<[string, Given]>([
  ['from another machine', { from: '203.0.113.9' }],
  ['on an address that others reach', { to: '192.0.2.1' }],
  ['under the name of another site', { headers: { host: 'rebound.example' } }],
  ['under a name that begins like ours', { headers: { host: 'localhost.example' } }],
  ['under a name that begins like an address', { headers: { host: '127.0.0.1.example' } }],
  ['without a host', { headers: { host: '' } }],
  ['by a page of another site', { headers: { origin: 'https://demo.example' } }],
  ['by a page without an origin', { headers: { origin: 'null' } }],
  ['behind a proxy', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
  ['behind a proxy with Forwarded', { headers: { forwarded: 'for=127.0.0.1' } }],
  ['while published under another address', { baseUrl: 'https://demo.example' }],
])('not visited on this machine: %s', (_, given) => expect(isLocal(given)).toBe(false))
