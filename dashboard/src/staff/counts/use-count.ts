// The steps of a count: a file is checked, corrected and checked again, and applied as it was checked. Until it is
// applied, it exists only in this page.
import { AndenError } from '@anden/sdk'
import type { LineError, StockImport } from '@anden/sdk/backoffice'
import { useEffect, useRef, useState } from 'react'
import { markOld, noteEndOfSession } from '../../shared/api.ts'
import { applyCount, type Check, checkCount } from './send-count.ts'

type Chosen = { file: File; idempotencyKey: string }

type Checked = { step: 'checked'; check: Check; checkedAt: string; hasMoved: boolean } & Chosen

export type CountState =
  | { step: 'waiting' }
  /** `share` is the part of the file that has been sent; at 1 the service is working on it. */
  | ({ step: 'checking' | 'applying'; share: number } & Chosen)
  | ({ step: 'faulty'; faults: readonly LineError[] } & Chosen)
  | Checked
  /** The service refused the count because a lot in the file has changed since the check. */
  | ({ step: 'moved'; checkedAt: string; checkAgain: () => void } & Chosen)
  | ({ step: 'failed'; error: unknown; retry: () => void } & Chosen)
  | { step: 'applied'; file: File; result: StockImport }

export function useCount(clientId: string | undefined) {
  const [state, setState] = useState<CountState>({ step: 'waiting' })
  const underWay = useRef<AbortController | null>(null)
  const stop = () => underWay.current?.abort()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a file belongs to one client, so another client discards it
  useEffect(() => {
    setState({ step: 'waiting' })
    return () => underWay.current?.abort()
  }, [clientId])

  async function run<Result>(
    chosen: Chosen,
    step: 'checking' | 'applying',
    work: (sending: Parameters<typeof checkCount>[0]) => Promise<Result>,
    done: (result: Result) => CountState,
    refused: (error: unknown) => CountState,
  ) {
    if (!clientId) return
    stop()
    const controller = new AbortController()
    underWay.current = controller
    const { signal } = controller
    const show = (next: CountState) => {
      if (!signal.aborted) setState(next)
    }
    const onProgress = (share: number) => show({ step, share, ...chosen })
    onProgress(0)
    try {
      show(done(await work({ clientId, file: chosen.file, onProgress, signal })))
    } catch (error) {
      noteEndOfSession(error)
      show(refused(error))
    }
  }

  const check = (chosen: Chosen, hasMoved = false) =>
    void run(
      chosen,
      'checking',
      checkCount,
      (check) => ({ step: 'checked', check, checkedAt: new Date().toISOString(), hasMoved, ...chosen }),
      (error) => {
        const faults = faultsOf(error)
        if (faults) return { step: 'faulty', faults, ...chosen }
        return { step: 'failed', error, retry: () => check(chosen), ...chosen }
      },
    )

  /** Repeating it with the same key is safe: a count is never applied twice. */
  const apply = (checked: Checked): void => {
    const chosen = { file: checked.file, idempotencyKey: checked.idempotencyKey }
    const { check: found, checkedAt } = checked
    void run(
      chosen,
      'applying',
      (sending) =>
        applyCount(sending, { fingerprint: found.fingerprint, idempotencyKey: chosen.idempotencyKey }),
      (result) => {
        for (const topic of ['stock', 'audit']) markOld(topic)
        return { step: 'applied', result, file: chosen.file }
      },
      (error) => {
        if (!hasStockMoved(error)) return { step: 'failed', error, retry: () => apply(checked), ...chosen }
        return { step: 'moved', checkedAt, checkAgain: () => check(chosen, true), ...chosen }
      },
    )
  }

  return {
    state,
    choose: (file: File) => check({ file, idempotencyKey: crypto.randomUUID() }),
    apply,
    /** Returns to the start. If the service has begun to apply the count, it still finishes. */
    leave: () => {
      stop()
      setState({ step: 'waiting' })
    },
  }
}

const hasStockMoved = (error: unknown) =>
  error instanceof AndenError && error.code === 'imports/stock-changed'

const faultsOf = (error: unknown): readonly LineError[] | null =>
  error instanceof AndenError && error.code === 'imports/invalid-file' ? error.problem.errors : null
