// Where the drafts of forms are kept. A module of its own, because every page loads it.

let place = 'anden.draft'

/** For a side of the dashboard with data of its own, whose forms are not those of the other. */
export function keepDraftsApart(side: string): void {
  place = `anden.draft-${side}`
}

export const placeOfDraft = (name: string) => `${place}.${name}`
