import { describe, expect, test } from 'vitest'
import { knownPaths, methodsOfOthers } from './methods.ts'

const paths = [
  { pattern: '/orders/:id', methods: ['GET', 'HEAD', 'PATCH'] },
  { pattern: '/orders/preview', methods: ['POST'] },
  { pattern: '/orders/:id/items', methods: ['GET', 'HEAD'] },
  { pattern: '/guides/*', methods: ['GET', 'HEAD'] },
]
const find = knownPaths(paths)

describe('a path is found as the router finds it', () => {
  test.each([
    ['/orders/1', '/orders/:id'],
    ['/orders/1?limit=2', '/orders/:id'],
    ['/%6Frders/a%2Fb', '/orders/:id'],
    ['/orders/preview', '/orders/preview'],
    ['/orders/preview/items', '/orders/:id/items'],
    ['/guides/a/b', '/guides/*'],
    ['/orders', undefined],
    ['/orders/', undefined],
    ['/orders/1/', undefined],
    ['/Orders/1', undefined],
  ])('%s is %s', (url, pattern) => {
    expect(find(url)?.pattern).toBe(pattern)
  })
})

test('a literal path has to refuse the methods of a parameter that it would match', () => {
  expect(paths.map((path) => methodsOfOthers(path, paths))).toEqual([[], ['GET', 'HEAD', 'PATCH'], [], []])
})
