// Everything that discards typed text calls this, so that it can be undone.
import { t } from '@lingui/core/macro'
import { showNotice } from './notices.ts'

/** Long enough to reach the button through a form by keyboard. */
const offeredForMs = 30_000

export function offerUndo(text: string, undo: () => void): void {
  showNotice({ content: text, action: { label: t`Undo`, act: undo }, lastsMs: offeredForMs })
}
