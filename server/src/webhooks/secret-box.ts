// Signing secrets are kept encrypted (AES-256-GCM): a copy of the database alone signs nothing. The
// endpoint's id is authenticated with it, so that a secret moved to another row does not open.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceBytes = 12
const tagBytes = 16

export type SecretBox = ReturnType<typeof secretBox>

export function secretBox(key: Buffer) {
  return {
    seal(secret: string, endpointId: string): Buffer {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(endpointId))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed: Buffer, endpointId: string): string {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes))
        .setAAD(Buffer.from(endpointId))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      const plain = Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
      return plain.toString('utf8')
    },
  }
}

export const newSigningSecret = () => `whsec_${randomBytes(32).toString('hex')}`
