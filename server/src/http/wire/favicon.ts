import type { FastifyInstance } from 'fastify'

/** A loading dock with its door, in the accent colour. Browsers that request the .ico accept the SVG too. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#7b1e3a"/><path d="M7 25V12l9-5 9 5v13h-4V15H11v10z" fill="#fff"/><path d="M13 18h6v2h-6zm0 4h6v2h-6z" fill="#fff"/></svg>`

export function favicon(app: FastifyInstance) {
  for (const path of ['/favicon.svg', '/favicon.ico']) {
    app.get(path, async (_request, reply) =>
      reply
        .headers({
          'content-type': 'image/svg+xml; charset=utf-8',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'public, max-age=86400',
        })
        .send(icon),
    )
  }
}
