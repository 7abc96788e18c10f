// Whatever discards something that was typed goes through here, so that it can be brought back.
import { t } from '@lingui/core/macro'
import { showNotice } from './notices.ts'

/** Enough to go through a form by keyboard until the button is reached. */
const offeredForMs = 30_000

export function offerUndo(text: string, undo: () => void): void {
  showNotice({ content: text, action: { label: t`Undo`, act: undo }, lastsMs: offeredForMs })
}
