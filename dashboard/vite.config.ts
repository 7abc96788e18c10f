// The page is one entry and a chunk per route. Everything is served by Andén itself, under its content security policy.
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { contractRules } from './build/contract-rules.ts'
import { dialogsWithoutMenus } from './build/dialogs-without-menus.ts'
import { eventExamples } from './build/event-examples.ts'
import { messagesByPart } from './build/messages-by-part.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    contractRules(),
    dialogsWithoutMenus(),
    eventExamples(),
    messagesByPart(),
    react({ babel: { plugins: ['@lingui/babel-plugin-lingui-macro'] } }),
    preloadFont(),
  ],
  // For a page with hot reload beside a running service.
  server: {
    port: Number(process.env['DASHBOARD_PORT'] ?? 5173),
    proxy: { '/api': { target: process.env['ANDEN_URL'] ?? 'http://localhost:3000' } },
  },
  // The server replaces the placeholder by a nonce of its own for every response.
  html: { cspNonce: '__nonce__' },
  build: {
    outDir: process.env['DASHBOARD_OUT'] ?? 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    // An inlined file would be a data: address, which the policy allows for pictures only.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 400,
    rollupOptions: {
      output: {
        // Files that are smaller than this join one that the page needs anyway: the start page loads 17 scripts instead of
        // 70, and fewer bytes, because larger files compress better.
        experimentalMinChunkSize: 20_000,
        // What every page needs is one file, and stays in the browser's cache when only pages change.
        manualChunks: (id) => {
          if (
            /node_modules\/((react|react-dom|scheduler)\/|@tanstack\/(react-)?(router|query|store|history))/.test(
              id,
            )
          )
            return 'core'
          // Only menus need it. Rollup would put it into a file with what dialogs need, too.
          if (/node_modules\/@floating-ui\//.test(id)) return 'floating'
          // Only tables and grids need it. Both together would put it into a file that every page needs.
          if (/node_modules\/@tanstack\/(react-)?virtual/.test(id)) return 'virtual'
          return undefined
        },
      },
    },
  },
})

/** Before the scripts that need it, so that text is first drawn in its own font. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.includes('inter-latin-wght'))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' },
            injectTo: 'head-prepend',
          })),
    },
  }
}
