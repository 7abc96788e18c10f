// The search and the list of keys, fetched when they are first opened.
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { showOverlay, useOverlay } from './overlays.ts'

const Palette = dialogOnDemand(async () => (await import('../search/palette.tsx')).Palette)
const KeysDialog = dialogOnDemand(async () => (await import('../search/keys-dialog.tsx')).KeysDialog)
const close = () => showOverlay(null)

export function Overlay() {
  const shown = useOverlay()
  if (shown === 'search') return <Palette close={close} />
  return shown === 'keys' ? <KeysDialog close={close} /> : null
}

/** For whoever uses the keys. What fails is loaded again when it is opened. */
export const preloadOverlays = () =>
  void Promise.all([Palette.preload(), KeysDialog.preload()]).catch(() => undefined)
