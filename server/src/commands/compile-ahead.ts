// Node keeps the compiled code of the modules that a command has imported (bin/anden.js). A service that cannot write to its
// installation would compile all of them at each start, which takes twice as long, and the part of Node that removes the
// types from TypeScript would stay in its memory: 24 MB of 173.

/** Modules that `serve` imports only when it needs them. Each imports many others. */
const modules = [
  () => import('./serve.ts'),
  () => import('./serve-fleet.ts'),
  () => import('../app/start.ts'),
  () => import('../app/app.ts'),
  () => import('../app/background-work.ts'),
  () => import('../app/tracing/open.ts'),
  () => import('../attachments/s3-storage.ts'),
  () => import('../db/migrate.ts'),
  () => import('../docs/library.ts'),
  () => import('../http/admission/limits/redis.ts'),
  () => import('../identity/sessions/library.ts'),
  () => import('../mcp/protocol.ts'),
  () => import('../webhooks/guard.ts'),
]

/** Node writes the compiled code to its cache when this process exits. */
export async function compileAhead(): Promise<void> {
  await Promise.all(modules.map((load) => load()))
}
