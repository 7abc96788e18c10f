// A problem document for the log: without what could be a secret, and within 4 KiB. Lists that are too long, such as
// the shortages of an order of 200 lines, are cut.
import { faultEntries } from '@anden/contract/values'
import { storable, withoutSecrets } from './safe-text.ts'

type Document = Record<string, unknown>

const maxBytes = 4096
const maxTextLength = 300
const listLengths = [20, 5, 1, 0]

/** Members that only the service writes, whatever the request. */
const ownMembers = ['type', 'title', 'request_id']
const essential = ['type', 'title', 'status', 'detail', 'instance', 'request_id']

export function boundedProblem(problem: Document): Document {
  for (const length of listLengths) {
    const document = Object.fromEntries(
      Object.entries(problem).map(([name, value]) => [
        name,
        ownMembers.includes(name) ? value : safeValue(value, length),
      ]),
    )
    if (fits(document)) return document
  }
  const members = essential.map((name) => [name, safeValue(problem[name], 0)])
  return Object.fromEntries(members)
}

function safeValue(value: unknown, listLength: number): unknown {
  if (typeof value === 'string') return storable(withoutSecrets(value), maxTextLength)
  if (Array.isArray(value)) return value.slice(0, listLength).map((one) => safeValue(one, listLength))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'code' && isFaultCode(member) ? member : safeValue(member, listLength),
    ]),
  )
}

/** A code can be as long as a secret. */
const isFaultCode = (value: unknown) => typeof value === 'string' && Object.hasOwn(faultEntries, value)

const fits = (document: Document) => Buffer.byteLength(JSON.stringify(document)) <= maxBytes
