import { describe, expect, it } from 'vitest'
import { admitted, defaultLimitHeaders, limitHeaders, refused, type Window } from './limiter.ts'

const read: Window = { tier: 'read', limit: 1000, windowMs: 3_600_000 }
const burst: Window = { tier: 'burst', limit: 100, windowMs: 60_000 }

describe('limit headers', () => {
  it('report the remaining requests to an admitted request', () => {
    expect(limitHeaders(admitted(read, 999))).toEqual({
      'x-ratelimit-limit': '1000',
      'x-ratelimit-remaining': '999',
      'x-ratelimit-reset': '3600',
      'ratelimit-policy': '"read";q=1000;w=3600',
      ratelimit: '"read";r=999;t=3600',
    })
  })

  it('report the tier and the wait to a refused request', () => {
    expect(limitHeaders(refused(burst, 12_001, 58_000))).toEqual({
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '58',
      'ratelimit-policy': '"burst";q=100;w=60',
      ratelimit: '"burst";r=0;t=13',
      'retry-after': '13',
    })
  })

  it('never report a Retry-After of 0', () => {
    expect(limitHeaders(refused(burst, 0.001, 0.001))['retry-after']).toBe('1')
  })

  it('carry only the limit if nothing was counted', () => {
    expect(defaultLimitHeaders(read)).toEqual({
      'x-ratelimit-limit': '1000',
      'ratelimit-policy': '"read";q=1000;w=3600',
    })
  })
})
