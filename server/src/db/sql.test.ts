import { describe, expect, test } from 'vitest'
import { empty, join, raw, type Statement, sql, statementName } from './sql.ts'

const parts = ({ text, values }: Statement) => ({ text, values })

test('a value becomes a parameter', () => {
  expect(parts(sql`select ${1}, ${'two'}`)).toEqual({ text: 'select $1, $2', values: [1, 'two'] })
})

test('what is nested becomes part of the text, at any depth, and its values keep their order', () => {
  const inner = sql`b = ${2}`
  const middle = sql`a = ${1} and ${inner} and c = ${3}`
  expect(parts(sql`select ${0} where ${middle} limit ${4}`)).toEqual({
    text: 'select $1 where a = $2 and b = $3 and c = $4 limit $5',
    values: [0, 1, 2, 3, 4],
  })
})

test('a value that looks like a statement is a value', () => {
  const given = { text: 'drop table orders', values: [], strings: ['drop table orders'] }
  expect(parts(sql`select ${given}`)).toEqual({ text: 'select $1', values: [given] })
})

describe('one template', () => {
  const withCondition = (given: unknown) => sql`select where ${given} order by ${given}`

  test('has one text, whatever its values', () => {
    expect(withCondition(1).text).toBe(withCondition(null).text)
  })

  test('has a text for each combination of what is nested in it', () => {
    expect(withCondition(1).text).toBe('select where $1 order by $2')
    expect(withCondition(sql`a = ${1}`).text).toBe('select where a = $1 order by a = $2')
    expect(withCondition(sql`b`).text).toBe('select where b order by b')
    expect(withCondition(empty).text).toBe('select where  order by ')
    expect(withCondition(2).text).toBe('select where $1 order by $2')
  })

  test('does not mix the values of two calls', () => {
    const first = withCondition(sql`a = ${1}`)
    expect(withCondition(sql`a = ${2}`).values).toEqual([2, 2])
    expect(first.values).toEqual([1, 1])
  })
})

test('the same text has the same name, another one another', () => {
  expect(statementName(sql`select 1`.text)).toBe(statementName(raw('select 1').text))
  expect(statementName('select 1')).not.toBe(statementName('select 2'))
})

test('joins values and statements', () => {
  expect(parts(sql`in (${join([1, 2, 3])})`)).toEqual({ text: 'in ($1,$2,$3)', values: [1, 2, 3] })
  expect(parts(join([sql`a = ${1}`, sql`b`], ' and '))).toEqual({ text: 'a = $1 and b', values: [1] })
  expect(parts(join([1]))).toEqual({ text: '$1', values: [1] })
  expect(() => join([])).toThrow('there is nothing to join')
})

test('the values of a statement can be replaced, also by statements', () => {
  const read = sql`select where client_id = ${'c'} limit ${10}`
  expect(parts(read.withValues([sql`asked.client_id`, 20]))).toEqual({
    text: 'select where client_id = asked.client_id limit $1',
    values: [20],
  })
})
