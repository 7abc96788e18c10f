/** Describes a streamed request body: a form with one file, or plain text. */
export function streamedContent(contentType: string) {
  if (contentType !== 'multipart/form-data') return { [contentType]: { schema: { type: 'string' } } }
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
