import type { ProblemEntries } from './entry.ts'

/** What the link of a remito and its acceptance can refuse. */
export const acceptanceProblems = {
  'remitos/unknown-link': {
    status: 404,
    title: 'Unknown link',
    detail: 'There is no remito behind this link.',
    remedy:
      'The link may be incomplete. Scan the code on the printed remito again, or ask the warehouse for the link.',
  },
  'remitos/already-accepted': {
    status: 409,
    title: 'Remito already accepted',
    detail: 'This remito was accepted already.',
    remedy:
      'See "name" and "at": who accepted it, and when. If that is wrong, call the warehouse. A page that sends its acceptance again uses the same "submission_id", and gets the first answer.',
    extra: ['name', 'at'],
  },
  'remitos/not-under-way': {
    status: 409,
    title: 'The goods have not left the warehouse',
    detail: 'The order of this remito has not left the warehouse, so nothing can be accepted yet.',
    remedy: 'Accept the goods when they arrive. If they are there already, call the warehouse.',
  },
  'remitos/without-order': {
    status: 409,
    title: 'Remito without an order',
    detail: 'This remito was not issued for an order, so it is signed on paper.',
    remedy: 'Sign the printed remito.',
  },
  'remitos/not-accepted': {
    status: 404,
    title: 'Remito not accepted',
    detail: 'Nobody has accepted this remito yet.',
    remedy: 'Read it again later: the event remito.accepted or remito.disputed says when.',
  },
  'remitos/not-disputed': {
    status: 409,
    title: 'Nothing to settle',
    detail: 'This acceptance has no differences and is not late, or was settled already.',
    remedy: 'Read the acceptance again: "dispute" says whether there is something to settle.',
  },
  'remitos/acceptance-not-found': {
    status: 404,
    title: 'Acceptance not found',
    detail: 'There is no acceptance with this id.',
    remedy: 'Check the id: the list of disputes has it.',
  },
} as const satisfies ProblemEntries
