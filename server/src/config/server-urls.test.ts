import { expect, test } from 'vitest'
import { databaseServers, redisServers, shownRedis, shownServers } from './server-urls.ts'

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

test.each([
  ['rediss://u:p@redis.example:6380/1', { kind: 'server', url: 'rediss://u:p@redis.example:6380/1' }],
  ['valkey://redis.example', { kind: 'server', url: 'valkey://redis.example' }],
  [
    'redis+sentinel://s1:26380,s2/mymaster',
    {
      kind: 'sentinel',
      hosts: [
        { host: 's1', port: 26_380 },
        { host: 's2', port: 26_379 },
      ],
      name: 'mymaster',
      db: 0,
      isTls: false,
    },
  ],
  [
    'rediss+sentinel://u:p%40@[::1]:1/limits/2?sentinel_password=s%20p',
    {
      kind: 'sentinel',
      hosts: [{ host: '::1', port: 1 }],
      name: 'limits',
      db: 2,
      username: 'u',
      password: 'p@',
      sentinelPassword: 's p',
      isTls: true,
    },
  ],
  [
    'redis+cluster://:p@n1:7000,n2',
    {
      kind: 'cluster',
      hosts: [
        { host: 'n1', port: 7000 },
        { host: 'n2', port: 6379 },
      ],
      password: 'p',
      isTls: false,
    },
  ],
])('%s names its servers', (url, servers) => {
  expect(redisServers(url)).toEqual(servers)
})

test.each([
  ['http://redis.example', 'must be a URL that starts with redis:// or rediss:// or valkey://'],
  ['redis+raft://n1', 'must be a URL that starts with redis:// or rediss:// or valkey://'],
  ['redis+sentinel://s1,s2', 'must have the name of the primary as its path'],
  [
    'redis+sentinel://s1,,s2/mymaster',
    'must have its hosts as host:port,host:port: number 2 of them is empty',
  ],
  ['redis+cluster://n1:x', 'must have its hosts as host:port,host:port: number 1 of them is not a host'],
])('%s is refused', (url, message) => {
  expect(() => redisServers(url)).toThrow(message)
})

test('what is shown of a URL has neither user nor password', () => {
  expect(shownRedis('redis+cluster://u:hunter2@n1:7000,n2')).toBe('n1:7000,n2:6379')
  expect(shownRedis('redis://u:hunter2@n1/3')).toBe('n1')
})
