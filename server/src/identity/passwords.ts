// Passwords are stored as scrypt hashes: a random salt and the key derived with it, in the format of the sign-in library.
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'

export type Passwords = {
  hash(password: string): Promise<string>
  verify(password: string, hash: string): Promise<boolean>
}

type Cost = { N: number; r: number; p: number }

const keyBytes = 64
/** One hash takes 32 MiB, and about 50 ms of one core. */
const defaultCost: Cost = { N: 16_384, r: 16, p: 1 }

export function scryptPasswords(cost: Cost = defaultCost): Passwords {
  const maxmem = 256 * cost.N * cost.r + 1_000_000
  const derive = (password: string, salt: string) =>
    new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, keyBytes, { ...cost, maxmem }, (error, key) =>
        error ? reject(error) : resolve(key),
      )
    })
  return {
    async hash(password) {
      const salt = randomBytes(16).toString('hex')
      return `${salt}:${(await derive(password, salt)).toString('hex')}`
    },
    async verify(password, hash) {
      const [salt = '', key = ''] = hash.split(':')
      const stored = Buffer.from(key, 'hex')
      const derived = await derive(password, salt)
      return stored.length === derived.length && timingSafeEqual(stored, derived)
    },
  }
}
