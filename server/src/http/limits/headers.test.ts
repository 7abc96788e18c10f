import { describe, expect, it } from 'vitest'
import { defaultLimitHeaders, limitHeaders } from './headers.ts'
import { admitted, refused, type Window } from './limiter.ts'

const read: Window = { tier: 'read', limit: 1000, windowMs: 3_600_000 }
const burst: Window = { tier: 'burst', limit: 100, windowMs: 60_000 }

describe('limit headers', () => {
  it('report the remaining requests to an admitted request', () => {
    expect(limitHeaders(admitted(read, 999))).toEqual({
      'X-RateLimit-Limit': '1000',
      'X-RateLimit-Remaining': '999',
      'X-RateLimit-Reset': '3600',
      'RateLimit-Policy': '"read";q=1000;w=3600',
      RateLimit: '"read";r=999;t=3600',
    })
  })

  it('report the tier and the wait to a refused request', () => {
    expect(limitHeaders(refused(burst, 12_001, 58_000))).toEqual({
      'X-RateLimit-Limit': '100',
      'X-RateLimit-Remaining': '0',
      'X-RateLimit-Reset': '58',
      'RateLimit-Policy': '"burst";q=100;w=60',
      RateLimit: '"burst";r=0;t=13',
      'Retry-After': '13',
    })
  })

  it('never report a Retry-After of 0', () => {
    expect(limitHeaders(refused(burst, 0.001, 0.001))['Retry-After']).toBe('1')
  })

  it('carry only the limit if nothing was counted', () => {
    expect(defaultLimitHeaders(read)).toEqual({
      'X-RateLimit-Limit': '1000',
      'RateLimit-Policy': '"read";q=1000;w=3600',
    })
  })
})
