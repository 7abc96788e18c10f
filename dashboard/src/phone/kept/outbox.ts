// Acceptances that the service does not have yet. One is on the disk of the phone before it is sent, and stays there until the service
// has answered, also over a reload. It keeps the id that was made with it, so the service records it once, however often it is sent.
import type { AcceptanceReceipt } from '@anden/contract'
import type { Accepted, Draft } from '../acceptance/form.ts'
import { type Refusal, sendAcceptance } from '../requests.ts'
import type { Store } from './store.ts'

export type Submission = {
  id: string
  /** The page on which it was made. */
  link: string
  /** Where it is sent. */
  path: string
  /** Of the remito that was accepted. */
  number: string
  signedAt: string
  accepted: Accepted
  /** As it was filled in, to be corrected. */
  draft: Draft
  /** Why it cannot succeed as it is; null: it waits for a network. */
  refused: Refusal | null
}

export type Outbox = {
  waiting: () => readonly Submission[]
  isSending: () => boolean
  /** Whether what is waiting survives a reload. */
  isLasting: () => boolean
  add: (made: Pick<Submission, 'path' | 'number' | 'accepted' | 'draft'>) => Promise<void>
  /** Sends what is waiting. With an id also that one, although it was refused before. */
  send: (again?: string) => Promise<void>
  discard: (id: string) => Promise<void>
}

type Options = {
  store: Store
  link: string
  /** What is waiting has changed. */
  changed: () => void
  /** The service has it. It is removed from what is waiting afterwards. */
  sent: (submission: Submission, receipt: AcceptanceReceipt) => void
  /** The service has refused one: things are not as the page shows them. */
  refused: () => void
}

const retryMs = 20_000

export async function openOutbox({ store, link, changed, sent, refused }: Options): Promise<Outbox> {
  let waiting = (await store.readAll<Submission>('submissions')).filter((one) => one.link === link)
  let isSending = false
  let isLasting = store.isLasting
  let retry: ReturnType<typeof setTimeout> | undefined

  async function put(submission: Submission) {
    // A phone whose storage is full keeps it as long as the page is open.
    await store.write('submissions', submission.id, submission).catch(() => {
      isLasting = false
    })
    const index = waiting.findIndex(({ id }) => id === submission.id)
    waiting = index < 0 ? [...waiting, submission] : waiting.with(index, submission)
    changed()
  }

  async function discard(id: string) {
    await store.remove('submissions', id)
    waiting = waiting.filter((one) => one.id !== id)
    changed()
  }

  const asked = new Set<string>()
  const isDue = ({ id, refused }: Submission) => refused === null || asked.has(id)

  async function send(again?: string) {
    if (again !== undefined) asked.add(again)
    if (isSending) return
    clearTimeout(retry)
    isSending = true
    changed()
    // What is added or asked for meanwhile is sent, too.
    for (let next = waiting.find(isDue); next !== undefined; next = waiting.find(isDue)) {
      asked.delete(next.id)
      if (!(await sendOne(next))) {
        retry = setTimeout(() => void send(), retryMs)
        break
      }
    }
    isSending = false
    changed()
  }

  /** false: there is no answer now, for this one and the others. */
  async function sendOne(submission: Submission): Promise<boolean> {
    const answer = await sendAcceptance(submission)
    if ('result' in answer) {
      sent(submission, answer.result)
      await discard(submission.id)
      return true
    }
    if ('refused' in answer) {
      await put({ ...submission, refused: answer.refused })
      refused()
    } else if ('failure' in answer && answer.failure === 'unknown')
      await put({ ...submission, refused: { code: 'unknown-link' } })
    else return false
    return true
  }

  return {
    waiting: () => waiting,
    isSending: () => isSending,
    isLasting: () => isLasting,
    add: async (made) => {
      await put({ ...made, id: newId(), link, signedAt: new Date().toISOString(), refused: null })
    },
    send,
    discard,
  }
}

/** A random UUID. `crypto.randomUUID` is missing on a page without https. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = Array.from(bytes, (byte, index) =>
    (index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte)
      .toString(16)
      .padStart(2, '0'),
  ).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
