// How a receiver's name becomes addresses. Not through the operating system's look-up: that one blocks a
// thread, only two run at a time, and so two names whose servers never answer would hold up everybody's
// deliveries (and connections to the database). Here a look-up that hangs hangs alone.
import { lookup, Resolver } from 'node:dns/promises'

export type Resolve = (hostname: string) => Promise<string[]>

const timeoutMs = 1_500
const tries = 3

/** By DNS only. The servers are the machine's, or those given. */
export function dnsResolve(servers?: readonly string[]): Resolve {
  return async (hostname) => {
    // A new one each time reads the machine's settings anew, for 0.02 ms once per connection.
    const resolver = new Resolver({ timeout: timeoutMs, tries })
    if (servers) resolver.setServers(servers)
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length === 0) throw mostTelling(answers)
    return addresses
  }
}

/** As the machine's other programs do: knows localhost, the hosts file and container names. For development. */
export const systemResolve: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address)

/** That there is no IPv6 address says little, when the question for an IPv4 one found no server. */
function mostTelling(answers: PromiseSettledResult<string[]>[]): NodeJS.ErrnoException {
  const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  return errors.find(({ code }) => code !== 'ENODATA') ?? errors[0] ?? new Error('no addresses')
}
