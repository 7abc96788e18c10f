// Secrets are stored encrypted (AES-256-GCM), so that a copy of the database alone cannot sign anything. The row's id
// is the additional authenticated data, so that a secret copied to another row does not open.
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
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        })
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

/** For endpoints' secrets: one box per secret key, the current key first. */
export const endpointBoxes = (keys: SecretKeys) => keys.keysFor('webhook').map(secretBox)

/** An endpoint's own headers are sealed for this row, so that they never open as its signing secret, or the other way round. */
export const headersRow = (endpointId: string) => `${endpointId} headers`

/** Returns the secret and the index of the box that opened it; null: none did. */
export function openWithAny(boxes: readonly SecretBox[], sealed: Buffer, rowId: string) {
  for (const [index, box] of boxes.entries()) {
    const secret = box.open(sealed, rowId)
    if (secret !== null) return { index, secret }
  }
  return null
}

export const newSigningSecret = () => `whsec_${randomBytes(32).toString('hex')}`
