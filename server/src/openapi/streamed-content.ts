// Bodies that are streams, of requests and of responses.
import type { TSchema } from 'typebox'
import type { Route } from '../http/routing/route.ts'
import { exampleOf } from './example.ts'

/** Describes a streamed request body: a form with one file, plain text, or bytes. */
export const streamedContent = (contentTypes: readonly string[]) =>
  Object.assign({}, ...contentTypes.map(contentOf))

function contentOf(contentType: string) {
  if (contentType.startsWith('text/')) return { [contentType]: { schema: { type: 'string' } } }
  if (contentType !== 'multipart/form-data')
    return { [contentType]: { schema: { type: 'string', format: 'binary' } } }
  return {
    [contentType]: {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary', description: 'A PDF of at most 10 MiB' } },
        required: ['file'],
        additionalProperties: false,
      },
      encoding: { file: { contentType: 'application/pdf' } },
    },
  }
}

/** Describes server-sent events. OpenAPI 3.1 knows only whole bodies, so the schema of the data is an annotation. */
export function eventContent(event: TSchema, refer: (schema: unknown) => unknown) {
  return {
    'text/event-stream': {
      schema: {
        type: 'string',
        description: 'Each `data` line is a JSON document with the schema in `contentSchema`',
        contentMediaType: 'application/json',
        contentSchema: refer(event),
      },
      example: `id: q2mZ0pLrT5bC7xYdW1nKfA\ndata: ${JSON.stringify(exampleOf(event))}\n\n`,
    },
  }
}

export function lastEventId({ event }: Route) {
  if (!event) return []
  const description = 'The id of the last event that arrived: what has changed since then is reported first'
  return [
    {
      name: 'Last-Event-ID',
      in: 'header',
      required: false,
      description,
      schema: { type: 'string' },
    },
  ]
}
