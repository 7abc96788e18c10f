// The search palette and the list of shortcuts, both loaded when they are first opened.
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { showOverlay, useOverlay } from './overlays.ts'

const Palette = dialogOnDemand(async () => (await import('./search/palette.tsx')).Palette)
const KeysDialog = dialogOnDemand(async () => (await import('./search/keys-dialog.tsx')).KeysDialog)
const close = () => showOverlay(null)

export function Overlay() {
  const shown = useOverlay()
  if (shown === 'search') return <Palette close={close} />
  return shown === 'keys' ? <KeysDialog close={close} /> : null
}

/** For people who use the keyboard. A failed load is repeated when the overlay is opened. */
export const preloadOverlays = () =>
  void Promise.all([Palette.preload(), KeysDialog.preload()]).catch(() => undefined)
