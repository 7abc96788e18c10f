// What lies over the page: the search, or the list of keys. Opened from anywhere.
import { sharedState } from '../ui/shared-state.ts'

const shown = sharedState<'search' | 'keys' | null>(null)

export const showOverlay = shown.set
export const shownOverlay = shown.get
export const useOverlay = shown.use
