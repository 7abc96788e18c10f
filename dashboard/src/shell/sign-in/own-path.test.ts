import { describe, expect, it } from 'vitest'
import { ownPath } from './own-path.ts'

const origin = 'https://portal.example.com'

describe('the page after signing in', () => {
  it.each(['/orders', '/orders?status=pending#items', '/', '/developers/keys'])('may be %s', (next) => {
    expect(ownPath(next, origin)).toBe(next)
  })

  it.each([
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    ' //evil.example',
    'https://evil.example/',
    'https:evil.example',
    'http:\\\\evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'orders',
    '',
    undefined,
    7,
    ['/orders'],
  ])('is never another address: %j', (next) => {
    expect(ownPath(next, origin)).toBeNull()
  })

  it('is not a full address, even of this site', () => {
    expect(ownPath(`${origin}/orders`, origin)).toBeNull()
  })
})
