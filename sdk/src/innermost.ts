/** What `fetch failed` hides: `connect ECONNREFUSED 127.0.0.1:4100`. A host with several addresses has a cause for each. */
export function innermost(reason: unknown): unknown {
  const { cause, errors } = (reason ?? {}) as { cause?: unknown; errors?: unknown[] }
  if (errors) return errors.map(innermost).join(', ')
  return cause ? innermost(cause) : ((reason as Error | null)?.message ?? reason)
}
