// What a method returns: a promise of the response's data, with other ways to read it.

export interface ResponseInfo {
  status: number
  /** Quote it when you ask for support. */
  requestId: string | null
  rateLimit: { limit: number; remaining: number | null; resetSeconds: number | null } | null
  etag: string | null
  /** The response was stored under the same Idempotency-Key: nothing was done again. */
  replayed: boolean
  /** The data comes from the cache; the service has confirmed that it is unchanged. */
  cached: boolean
  headers: Headers
}

export interface Answer<Data> extends ResponseInfo {
  data: Data
}

export class Call<Data> implements Promise<Data> {
  readonly #send: () => Promise<Answer<Data>>
  #answer: Promise<Answer<Data>> | undefined

  constructor(send: () => Promise<Answer<Data>>) {
    this.#send = send
  }

  get [Symbol.toStringTag](): string {
    return 'Call'
  }

  /** The data together with status, request id, rate limit and ETag. */
  withResponse(): Promise<Answer<Data>> {
    this.#answer ??= this.#send()
    return this.#answer
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<Result = Data, Failure = never>(
    onData?: ((data: Data) => Result | PromiseLike<Result>) | null,
    onError?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onData, onError)
  }

  catch<Failure = never>(
    onError?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Data | Failure> {
    return this.then(null, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Data> {
    return this.then().finally(onEnd)
  }
}

/** Sends the request at once: a write is done even if its result is not awaited. */
export function sendNow<Data>(send: () => Promise<Answer<Data>>): Call<Data> {
  // Async, so that invalid parameters reject the call instead of throwing here.
  const call = new Call(async () => send())
  call.withResponse()
  return call
}
