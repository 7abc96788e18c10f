// The pages that a link opens on a phone (src/phone/) are built apart from the dashboard: they are to be small, and none of its
// chunks may become part of them.
import { join } from 'node:path'
import type { InlineConfig, Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const page = 'phone.html'

/** Everything goes into one folder of the assets. The service serves the page itself only at the address of a link. */
export const phoneBuild = (out: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'error',
  base: '/assets/phone/',
  build: {
    outDir: join(out, 'assets/phone'),
    assetsDir: '',
    target: 'es2022',
    assetsInlineLimit: 0,
    // The page has one script, so there is nothing to preload.
    modulePreload: false,
    rollupOptions: { input: join(root, page) },
  },
})

/** A file of its own, without a hash in its name: a browser asks at its address whether it has changed. */
export const workerBuild = (out: string): InlineConfig => ({
  root,
  configFile: false,
  logLevel: 'error',
  publicDir: false,
  build: {
    outDir: join(out, 'assets/phone'),
    emptyOutDir: false,
    target: 'es2022',
    rollupOptions: {
      input: join(root, 'src/phone/worker.ts'),
      output: { format: 'iife', entryFileNames: 'worker.js' },
    },
  },
})

/** In development: the page at the address of a link. What it reads is forwarded to the service. */
export function phonePage(): Plugin {
  return {
    name: 'phone-page',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (/^\/[rt]\/[\da-f]+\/?$/.test(request.url ?? '')) request.url = `/${page}`
        next()
      })
    },
  }
}
