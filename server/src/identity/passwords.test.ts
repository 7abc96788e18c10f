import { expect, test } from 'vitest'
import { scryptPasswords } from './passwords.ts'

test('a hash is salted, verifies its own password alone, and does not contain it', async () => {
  const passwords = scryptPasswords()
  const [one, two] = await Promise.all([passwords.hash('una clave larga'), passwords.hash('una clave larga')])
  expect(one).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/)
  expect(one).not.toBe(two)
  expect(await passwords.verify('una clave larga', one)).toBe(true)
  expect(await passwords.verify('una clave corta', one)).toBe(false)
})

test('a password is the same however its characters are composed', async () => {
  const passwords = scryptPasswords({ N: 2, r: 1, p: 1 })
  const hash = await passwords.hash('contraseña'.normalize('NFC'))
  expect(await passwords.verify('contraseña'.normalize('NFD'), hash)).toBe(true)
})

test('a damaged hash verifies nothing', async () => {
  const passwords = scryptPasswords({ N: 2, r: 1, p: 1 })
  for (const hash of ['', ':', 'salt', 'salt:', 'salt:00'])
    expect(await passwords.verify('x', hash)).toBe(false)
})
