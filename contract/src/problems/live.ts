import type { ProblemEntries } from './entry.ts'

export const liveProblems = {
  'live/too-many-streams': {
    status: 429,
    title: 'Too many live streams',
    detail: 'This key or session has 20 live streams open.',
    remedy:
      'Close a stream before you open another one. One stream reports all topics: share it between the parts of a program, or between the tabs of a browser.',
    headers: ['Retry-After'],
  },
} as const satisfies ProblemEntries
