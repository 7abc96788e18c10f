import { describe, expect, it } from 'vitest'
import { faultOfDetail } from './server-faults.ts'

describe('a fault that the service reports', () => {
  it.each([
    ['is required', 'missing', undefined],
    ['is required to reject an order', 'missing', undefined],
    ['must not be blank', 'missing', undefined],
    ['must have at least 10 characters', 'too-short', 10],
    ['must have at most 3 decimals', 'too-many-decimals', 3],
    ['must have at most 200', 'too-many', 200],
    ['must be greater than 0', 'too-small', 0],
    ['must be a number or null', 'not-a-number', undefined],
    [
      'must be a CUIT of 11 digits with a right check digit, or a DNI of 7 or 8 digits',
      'not-a-cuit',
      undefined,
    ],
    ['is not one of your products', 'unknown', undefined],
  ])('is recognised by its wording: %s', (detail, fault, limit) => {
    expect(faultOfDetail('/name', detail)).toEqual({
      pointer: '/name',
      fault,
      ...(limit === undefined ? {} : { limit }),
    })
  })

  it('is shown as it is if its wording is unknown', () => {
    expect(faultOfDetail('/name', 'must rhyme')).toBeNull()
  })
})
