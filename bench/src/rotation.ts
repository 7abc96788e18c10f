/** Returns all elements once, starting with a different one in each round, so that none always runs first. */
export function rotated<One>(all: readonly One[], round: number): One[] {
  const first = round % all.length
  return [...all.slice(first), ...all.slice(0, first)]
}
