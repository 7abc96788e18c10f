// A real name server on the loopback address, whose responses the test chooses for each question.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { type Answer, decode, encode } from 'dns-packet'
import { onTestFinished } from 'vitest'

const codes = { 'name not found': 3, failure: 2 } as const

/** Addresses (of both families; each question gets those of its own), a failure, or no answer at all. */
export type NameAnswer = readonly string[] | keyof typeof codes | 'silence'
export type NameServer = {
  /** The address in the form that a resolver takes. */
  address: string
  /** The questions so far: `A example.com`. */
  questions: readonly string[]
}

export async function nameServer(answerTo: (name: string, type: string) => NameAnswer): Promise<NameServer> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  socket.on('message', (message, from) => {
    const { id, questions: [question] = [] } = decode(message)
    if (!question) return
    // Resolvers vary the case of the name.
    const name = question.name.toLowerCase()
    questions.push(`${question.type} ${name}`)
    const answer = answerTo(name, question.type)
    if (answer === 'silence') return
    const code = typeof answer === 'string' ? codes[answer] : 0
    const addresses = typeof answer === 'string' ? [] : answer
    const answers = addresses
      .filter((address) => isIPv6(address) === (question.type === 'AAAA'))
      .map((data): Answer => ({ type: isIPv6(data) ? 'AAAA' : 'A', name: question.name, ttl: 0, data }))
    const reply = encode({ id, type: 'response', flags: 0x0180 | code, questions: [question], answers })
    socket.send(reply, from.port, from.address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { address: `127.0.0.1:${socket.address().port}`, questions }
}
