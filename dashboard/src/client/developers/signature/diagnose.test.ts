import { sign } from '@anden/sdk/webhooks'
import { describe, expect, test } from 'vitest'
import { diagnose } from './diagnose.ts'

const secret = `whsec_${'5f0c6a1b9d3e47c2'.repeat(4)}`
const body = '{"id":"evt_1","type":"order.created","note":"mañana"}'
const now = 1_793_627_110
const headerOf = async (signed = body) =>
  (await sign(signed, secret, { timestamp: now }))['Service-Signature']
const header = await headerOf()

async function verdictOf(pasted: { header?: string; body?: string; secret?: string }, at = now) {
  return (await diagnose({ header, body, secret, ...pasted }, at)).verdict
}

describe('a delivery as it was sent', () => {
  test('is valid, from the value alone or among all headers', async () => {
    expect(await diagnose({ header, body, secret }, now)).toEqual({
      verdict: 'valid',
      type: 'order.created',
      id: 'evt_1',
    })
    const all = `Content-Type: application/json\r\nservice-signature: ${header}\r\nHost: x`
    expect(await verdictOf({ header: all })).toBe('valid')
  })

  test('is too old or too new beyond 300 seconds, with the difference', async () => {
    expect(await diagnose({ header, body, secret }, now + 301)).toEqual({
      verdict: 'too-old',
      ageSeconds: 301,
    })
    expect(await diagnose({ header, body, secret }, now - 400)).toEqual({
      verdict: 'too-new',
      ageSeconds: 400,
    })
    expect(await verdictOf({}, now + 300)).toBe('valid')
  })
})

const hex = 'a'.repeat(64)

test.each([
  ['no-header', ''],
  ['standard-header', 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4='],
  ['no-time', `v1=${hex}`],
  ['bad-time', `t=now,v1=${hex}`],
  ['no-signature', 't=1793627110'],
  ['bad-signature', `t=1793627110,v1=${hex.toUpperCase()}`],
  ['bad-signature', 't=1793627110,v1=abc'],
])('names the fault of the header: %s', async (verdict, pasted) => {
  expect(await verdictOf({ header: pasted })).toBe(verdict)
})

test.each([
  ['added-newline', { body: `${body}\n` }],
  ['reserialised', { body: JSON.stringify(JSON.parse(body), null, 2) }],
  ['reserialised', { body: body.replace('ñ', '\\u00f1') }],
  ['secret-spaces', { secret: ` ${secret}\n` }],
  ['secret-spaces', { secret: `"${secret}"` }],
  ['secret-prefix', { secret: secret.slice('whsec_'.length) }],
  ['secret-shape', { secret: 'my password' }],
  ['not-json', { body: body.slice(0, -10) }],
  ['no-match', { secret: `whsec_${'0'.repeat(64)}` }],
  ['no-match', { body: body.replace('mañana', 'tarde') }],
])('finds the usual mistakes: %s', async (verdict, pasted) => {
  expect(await verdictOf(pasted)).toBe(verdict)
})

test('detects changed line endings and a lost final newline', async () => {
  const windows = '{\r\n"id":"evt_1"}'
  expect(await verdictOf({ header: await headerOf(windows), body: windows.replace('\r', '') })).toBe(
    'line-ends',
  )
  expect(await verdictOf({ header: await headerOf(`${body}\n`) })).toBe('lost-newline')
})
