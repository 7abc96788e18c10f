/** The result of the work, or undefined when that takes longer. The work is not cancelled: what it yields later is ignored. */
export function withTimeout<Result>(ms: number, work: Promise<Result>): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    // After a stall of this process the timer is due before the sockets have been read, although the answer may
    // have been there all along. An immediate runs after they have been read, and so gives it the chance.
    const timer = setTimeout(() => setImmediate(resolve, undefined), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
