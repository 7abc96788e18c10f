// Uploads files to an order, one at a time. Each file has its own outcome, and a failed upload can be retried.
import { useEffect, useRef, useState } from 'react'
import { markOld, portal } from '../../shared/api.ts'

export type Upload = {
  id: string
  file: File
  state: 'waiting' | 'sending' | 'failed'
  error?: unknown
}

/** Long enough for a large file on a slow connection. */
const uploadTimeoutMs = 5 * 60_000

export function useUploads(orderId: string) {
  const [uploads, setUploads] = useState<Upload[]>([])
  const isSending = useRef(false)

  useEffect(() => {
    const next = uploads.find(({ state }) => state === 'waiting')
    if (!next || isSending.current) return
    isSending.current = true
    setUploads(changed(next.id, { state: 'sending' }))
    void send(orderId, next.file)
      .then(
        () => setUploads(without(next.id)),
        (error: unknown) => setUploads(changed(next.id, { state: 'failed', error })),
      )
      .finally(() => {
        isSending.current = false
        // Re-renders, which starts the next upload.
        setUploads((all) => [...all])
      })
  }, [uploads, orderId])

  return {
    uploads,
    add: (files: readonly File[]) =>
      setUploads((all) => [
        ...all,
        ...files.map((file): Upload => ({ id: crypto.randomUUID(), file, state: 'waiting' })),
      ]),
    retry: ({ id }: Upload) => setUploads(changed(id, { state: 'waiting', error: undefined })),
    dismiss: ({ id }: Upload) => setUploads(without(id)),
  }
}

const changed = (id: string, next: Partial<Upload>) => (all: Upload[]) =>
  all.map((upload) => (upload.id === id ? { ...upload, ...next } : upload))
const without = (id: string) => (all: Upload[]) => all.filter((upload) => upload.id !== id)

async function send(orderId: string, file: File): Promise<void> {
  const limits = { timeoutMs: uploadTimeoutMs, deadlineMs: uploadTimeoutMs }
  await portal.orders.attachments.create(orderId, file, limits)
  markOld('orders')
}
