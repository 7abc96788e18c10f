import { describe, expect, test } from 'vitest'
import type { ProblemError } from '../problem.ts'
import { refuseWeakPassword } from './weak-passwords.ts'

function faultOf(password: string): string | null {
  try {
    refuseWeakPassword('/newPassword', password)
    return null
  } catch (error) {
    return (error as ProblemError).details.errors?.[0]?.code ?? 'another problem'
  }
}

describe('a new password', () => {
  test.each(['password123', 'PASSWORD123', 'q1w2e3r4t5', 'Argentina123', 'contraseña123'.normalize('NFD')])(
    'is not one that many use: %s',
    (password) => expect(faultOf(password)).toBe('password_is_common'),
  )

  test.each([
    '123456789',
    '1234567890',
    '9876543210',
    '7890123456',
    'abcdefghij',
    'ZYXWVUTSRQ',
    'qwertyuiop',
    'poiuytrewq',
    'asdfghjklñ',
    'qwertyasdfgh',
    '1234abcd4321',
  ])('is no run: %s', (password) => expect(faultOf(password)).toBe('password_is_a_run'))

  test.each([
    'aaaaaaaa',
    'ñññññññññññ',
    'abcabcabc',
    'xyabxyabxya',
    'una clave una clave ',
    '🍷🍷🍷🍷🍷🍷🍷🍷🍷🍷',
  ])('is no repetition: %s', (password) => expect(faultOf(password)).toBe('password_repeats'))

  test.each([
    'una clave larga y única',
    'correct horse battery',
    'mi primera contraseña',
    'abcdeXfghij',
    '1234567890 cajas',
    'Zq7!mnB3$kLp',
    'abcabcabd-1',
  ])('can be anything else: %s', (password) => expect(faultOf(password)).toBeNull())
})
