// The token of a key that the staff have rotated. Loaded when there is one: the page of the client has much else to load.
import { IssuedKey } from '../../shared/keys/issued-key.tsx'
import { useTrial } from '../../shared/keys/scopes.ts'

export function RotatedKey({ token, done }: { token: string; done: () => void }) {
  return <IssuedKey token={token} trial={useTrial()} done={done} />
}
