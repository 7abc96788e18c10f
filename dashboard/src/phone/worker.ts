// The service worker of the pages that a link opens. It is the same for all links below `/r/` or `/t/`, so a phone that has opened a
// hundred remitos has one of them. It answers only with the page and its files; what the page reads and sends does not pass it.
import { cacheName, pageKey } from './kept/offline.ts'

// The compiler knows the page's globals here, not those of a worker.
type Lifetime = Event & { waitUntil: (work: Promise<unknown>) => void }
type Fetch = Event & { request: Request; respondWith: (response: Promise<Response>) => void }
declare const self: {
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
} & EventTarget

/** A network that does not answer is as good as none. */
const slowAfterMs = 5_000

self.addEventListener('install', (event) => (event as Lifetime).waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => (event as Lifetime).waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const asked = event as Fetch
  const { request } = asked
  const { pathname, origin } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') asked.respondWith(page(request, pathname))
  else if (pathname.startsWith('/assets/phone/')) asked.respondWith(file(request))
})

/** From the network, so that it is never older than the service. */
async function page(request: Request, pathname: string): Promise<Response> {
  const isOfLink = /^\/[rt]\/[\da-f]{32}\/?$/.test(pathname)
  const kept = isOfLink ? await caches.match(pageKey, { cacheName }) : undefined
  if (!kept) return fetch(request)
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(slowAfterMs) })
    return response.status < 500 ? response : kept
  } catch {
    return kept
  }
}

/** Its name changes with its content. */
const file = async (request: Request) => (await caches.match(request.url, { cacheName })) ?? fetch(request)
