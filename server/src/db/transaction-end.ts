// How a transaction ended, for those who must know it after the commit.
import type { TransactionEnd } from './lessee.ts'
import type { Statement } from './sql.ts'

export type Ending = {
  listen(listener: (end: TransactionEnd) => void): void
  /** Must see every statement. */
  note(statement: Statement): void
  committed(): void
  failed(): void
}

export function followEnd(): Ending {
  const listeners: ((end: TransactionEnd) => void)[] = []
  let undone = false
  const endWith = (end: TransactionEnd) => {
    for (const listener of listeners.splice(0)) listener(end)
  }
  return {
    listen: (listener) => listeners.push(listener),
    note({ text }) {
      if (text.startsWith('rollback to')) undone = true
    },
    committed: () => endWith(undone ? 'committed in part' : 'committed'),
    failed: () => endWith('not committed'),
  }
}
