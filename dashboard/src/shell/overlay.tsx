// The search and the list of keys, fetched when they are first opened.
import { lazy, Suspense } from 'react'
import { useOverlay } from './overlays.ts'

const Palette = lazy(async () => ({ default: (await import('../search/palette.tsx')).Palette }))
const KeysDialog = lazy(async () => ({ default: (await import('../search/keys-dialog.tsx')).KeysDialog }))

export function Overlay() {
  const shown = useOverlay()
  return (
    <Suspense>
      {shown === 'search' ? <Palette /> : null}
      {shown === 'keys' ? <KeysDialog /> : null}
    </Suspense>
  )
}
