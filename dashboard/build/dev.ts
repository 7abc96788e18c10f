// `npm run dev`: the service with demo data, restarted when one of its files changes, and the pages by Vite, which shows a
// change at once and forwards everything else to the service. The pages have the policy that they have in production.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createServer } from 'vite'
import { contentSecurityPolicy } from '../../server/src/dashboard/pages.ts'
import { phonePage } from './phone.ts'

const root = join(import.meta.dirname, '..')
const pagePort = 5173
const servicePort = Number(process.env['PORT'] ?? 3000)
const service = `http://127.0.0.1:${servicePort}`

// Plugins look for their configuration from here on, and vite.config.ts for the service.
process.chdir(root)
process.env['ANDEN_URL'] = service
const vite = await createServer({
  root,
  configFile: join(root, 'vite.config.ts'),
  clearScreen: false,
  plugins: [phonePage()],
  server: {
    host: 'localhost',
    port: pagePort,
    strictPort: true,
    headers: { 'content-security-policy': contentSecurityPolicy('__nonce__') },
    proxy: {
      '^/(api|docs|errors|files|favicon|llms|livez|mcp|metrics|openapi|readyz)\\b': service,
      '^/[rt]/[^/]+/.': service,
    },
  },
})
await vite.listen()

const server = spawn(process.execPath, ['--watch', 'server/src/main.ts', 'serve', '--demo'], {
  cwd: join(root, '..'),
  stdio: 'inherit',
  env: {
    ...process.env,
    PORT: `${servicePort}`,
    DASHBOARD: 'false',
    // Pages, links in mails and the check of the origin agree on one address.
    BASE_URL: `http://localhost:${pagePort}`,
  },
})
process.stderr.write(`\n  Dashboard, with hot reload: http://localhost:${pagePort}\n\n`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
server.on('exit', async (code) => {
  await vite.close()
  process.exit(code ?? 0)
})
