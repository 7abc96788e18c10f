// Which of the processes this is. The supervisor passes it in the environment, because it is needed from the first log line on.
const name = 'ANDEN_FLEET_PLACE'

export type Place = {
  /** From 1. A process that replaces another has its number. */
  number: number
  /** Size of the pool of database connections. */
  maxConnections: number
}

export const placeInFleet = (place: Place): Record<string, string> => ({ [name]: JSON.stringify(place) })

/** null: the process was not started by a supervisor. */
export function ownPlace(environment: Record<string, string | undefined>): Place | null {
  const text = environment[name]
  return text === undefined ? null : (JSON.parse(text) as Place)
}
