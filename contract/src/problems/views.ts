import { notFound, type ProblemEntries } from './entry.ts'

export const viewProblems = {
  'views/not-found': notFound('View'),
  'views/duplicate-name': {
    status: 409,
    title: 'Name taken',
    detail: 'There is already a view of this page with this name.',
    remedy: 'Choose another name, or change the view that has it.',
  },
  'views/limit-reached': {
    status: 409,
    title: 'Too many views',
    detail: 'A user can have 100 views.',
    remedy: 'Delete a view that is not needed any more.',
  },
} as const satisfies ProblemEntries
