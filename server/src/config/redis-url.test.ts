import { expect, test } from 'vitest'
import { redisServers, shownRedis } from './server-urls.ts'

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
