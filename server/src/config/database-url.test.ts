import { expect, test } from 'vitest'
import { databaseServers, shownServers } from './server-urls.ts'

test.each([
  ['postgres://anden@db.example/anden', ['postgres://anden@db.example/anden'], false],
  ['postgresql://db/anden?sslmode=require', ['postgresql://db/anden?sslmode=require'], false],
  ['postgres:///anden?host=/run/postgresql', ['postgres:///anden?host=/run/postgresql'], false],
  ['postgres://db/anden?target_session_attrs=read-write', ['postgres://db/anden'], true],
  ['postgres://u:p%40@a:5433,b/anden', ['postgres://u:p%40@a:5433/anden', 'postgres://u:p%40@b/anden'], true],
  [
    'postgres://u@[::1]:1,[::2]:2/anden?sslmode=require&target_session_attrs=primary',
    ['postgres://u@[::1]:1/anden?sslmode=require', 'postgres://u@[::2]:2/anden?sslmode=require'],
    true,
  ],
])('%s names its servers in order', (url, urls, requiresWrites) => {
  expect(databaseServers(url)).toEqual({ urls, requiresWrites })
})

test.each([
  ['mysql://a/anden', 'must be a URL that starts with postgres:// or postgresql://'],
  [
    'postgres://u:hunter2@a,,b/anden',
    'must have its hosts as host:port,host:port: number 2 of them is empty',
  ],
  [
    'postgres://u:hunter2@a:5432,/anden',
    'must have its hosts as host:port,host:port: number 2 of them is empty',
  ],
  [
    'postgres://u:hunter2@a:5432,b:5x/anden',
    'must have its hosts as host:port,host:port: number 2 of them is not a host',
  ],
  [
    'postgres://u:hunter2@a:5432,b:70000/anden',
    'must have its hosts as host:port,host:port: number 2 of them is not a host',
  ],
  [
    'postgres://u:hunter2@a:5432, b:5432/anden',
    'must have its hosts as host:port,host:port: number 2 of them is not a host',
  ],
  ['postgres://u:hunter2@a:x/anden', 'must be a URL such as postgres://user:password@host:5432/anden'],
  ['postgres://a,b/anden?target_session_attrs=any', 'must have read-write as its target_session_attrs'],
])('%s is refused', (url, message) => {
  expect(() => databaseServers(url)).toThrow(message)
})

test('a message shows nothing of a password that was not encoded', () => {
  expect(() => databaseServers('postgres://u:hunt,er2/x@a/anden')).toThrow(/^(?!.*(hunt|er2))/)
})

test('what is shown of a URL has neither user nor password', () => {
  expect(shownServers('postgres://u:hunter2@a:5433,b/anden?sslmode=require')).toBe('a:5433,b/anden')
})
