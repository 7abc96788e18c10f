import { notFound, type ProblemEntries } from './entry.ts'

/** Goods that clients announce. */
export const inboundProblems = {
  'inbound/not-found': notFound('Notice'),
  'inbound/duplicate-reference': {
    status: 409,
    title: 'Duplicate reference',
    detail: 'There is already a notice with this reference that is not cancelled.',
    remedy:
      'The goods are announced already: "existing" names the notice. If they differ, change that notice, or cancel it first; for other goods use another reference.',
    extra: ['existing'],
  },
  'inbound/unknown-product': {
    status: 422,
    title: 'Unknown product',
    detail: 'The notice names a product that is not yours or is archived.',
    remedy: 'Use product ids or SKUs from GET /stock. "errors" points at each line concerned.',
    extra: ['errors'],
  },
  'inbound/not-changeable': {
    status: 409,
    title: 'Notice not changeable',
    detail: 'A notice can be changed and cancelled only until its goods arrive.',
    remedy:
      'The goods are at the warehouse, or the notice is cancelled (see "current_status"). Ask the warehouse.',
    extra: ['current_status'],
  },
  'inbound/changed-meanwhile': {
    status: 409,
    title: 'Notice changed meanwhile',
    detail: 'The notice has changed since the revision that this change is based on.',
    remedy:
      'Read the notice again, see whether the change still makes sense, and send it with the "revision".',
    extra: ['revision'],
  },
  'inbound/invalid-transition': {
    status: 409,
    title: 'Invalid transition',
    detail: 'The current status of the notice does not allow this action.',
    remedy:
      'See "current_status" and "allowed_actions". Someone else may have changed the notice first: read it again.',
    extra: ['current_status', 'allowed_actions'],
  },
} as const satisfies ProblemEntries
