/** For what the code around it rules out: a fault of ours, answered with 500 and logged. */
export function unreachable(what: string): never {
  throw new Error(`cannot be: ${what}`)
}
