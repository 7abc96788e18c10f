/** Why a request was not accepted as a delivery. `too-old` and `too-new` mean that its signature is valid. */
export type SignatureFault = 'no-header' | 'malformed' | 'too-old' | 'too-new' | 'no-match'

export class WebhookSignatureError extends Error {
  override readonly name = 'WebhookSignatureError'
  readonly reason: SignatureFault
  constructor(reason: SignatureFault, message: string) {
    super(message)
    this.reason = reason
  }
}
