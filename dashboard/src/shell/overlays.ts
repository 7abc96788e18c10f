// The overlay that is open above the page: the search palette or the list of shortcuts. Any component can open one.
import { sharedState } from '../ui/shared-state.ts'

const shown = sharedState<'search' | 'keys' | null>(null)

export const showOverlay = shown.set
export const shownOverlay = shown.get
export const useOverlay = shown.use
