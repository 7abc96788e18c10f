import { notFound, type ProblemEntries } from './entry.ts'

export const attachmentProblems = {
  'attachments/not-found': notFound('Attachment'),
  'attachments/unsupported-type': {
    status: 415,
    title: 'Not a PDF',
    detail: 'Only PDF files can be attached.',
    remedy: 'The content of the file must start with %PDF- and its name must end in .pdf.',
  },
  'attachments/too-large': {
    status: 413,
    title: 'File too large',
    detail: 'An attachment can have at most 10 MiB.',
    remedy: 'Make the file smaller, or split it.',
  },
  'attachments/limit-reached': {
    status: 409,
    title: 'Too many attachments',
    detail: 'An order can have at most 20 attachments.',
    remedy: 'Combine several documents into one PDF.',
  },
  'attachments/order-closed': {
    status: 409,
    title: 'Order closed',
    detail: 'Files cannot be attached to a rejected or cancelled order.',
    remedy: 'Attach the file to the order that replaces this one.',
  },
  'attachments/not-removable': {
    status: 409,
    title: 'Attachment not removable',
    detail: 'Files can be removed only while the order is pending.',
    remedy: 'The warehouse has already decided on the order (see "current_status"). Ask the warehouse.',
    extra: ['current_status'],
  },
  'attachments/invalid-link': {
    status: 403,
    title: 'Invalid link',
    detail: 'This link is not valid, or older than an hour.',
    remedy: 'Read the order again: every read returns fresh links.',
  },
} as const satisfies ProblemEntries
