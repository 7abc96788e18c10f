// Secrets are kept encrypted (AES-256-GCM): a copy of the database alone signs nothing. The id of the row is
// authenticated with its secret, so that a secret moved to another row does not open.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecretKeys } from '../config/secrets.ts'

const nonceBytes = 12
const tagBytes = 16

export type SecretBox = ReturnType<typeof secretBox>

export function secretBox(key: Buffer) {
  return {
    seal(secret: string, rowId: string): Buffer {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(rowId))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    /** null: sealed under another key, for another row, or damaged. */
    open(sealed: Buffer, rowId: string): string | null {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
          .setAAD(Buffer.from(rowId))
          .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
        const text = [decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]
        return Buffer.concat(text).toString('utf8')
      } catch {
        return null
      }
    },
  }
}

/** For endpoints' secrets: a box for each secret key, the present one first. */
export const endpointBoxes = (keys: SecretKeys) => keys.keysFor('webhook').map(secretBox)

/** Which of the boxes opens it, and what it holds. */
export function openWithAny(boxes: readonly SecretBox[], sealed: Buffer, rowId: string) {
  for (const [index, box] of boxes.entries()) {
    const secret = box.open(sealed, rowId)
    if (secret !== null) return { index, secret }
  }
  return null
}

export const newSigningSecret = () => `whsec_${randomBytes(32).toString('hex')}`
