/** How a body that is read as it comes in is described: a form with one file, or text as it is. */
export function streamedContent(contentType: string) {
  if (contentType !== 'multipart/form-data') return { [contentType]: { schema: { type: 'string' } } }
  return {
    [contentType]: {
      schema: {
        type: 'object',
        properties: { file: { type: 'string', format: 'binary', description: 'A PDF, 10 MiB at most' } },
        required: ['file'],
        additionalProperties: false,
      },
      encoding: { file: { contentType: 'application/pdf' } },
    },
  }
}
