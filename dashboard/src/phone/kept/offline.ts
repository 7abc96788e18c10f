// Makes the page open without a network: the worker (../worker.ts) answers with the page and its files from the cache that is filled
// here. What the page reads is kept apart, in the store.

export const cacheName = 'anden-phone'
/** Under which the page is kept: it is the same for every link, of a remito and of a trip. */
export const pageKey = '/assets/phone/phone.html'

/** `start`: the beginning of the address of such a page, `/r/` or `/t/`. */
export async function openWithoutNetwork(start: string) {
  // Missing on a page without https.
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register(`${start}worker.js`, { scope: start })
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')].map(({ src }) => src)
  const styles = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(
    ({ href }) => href,
  )
  const addresses = [...scripts, ...styles].map((address) => new URL(address).pathname)
  const cache = await caches.open(cacheName)
  const page = await fetch(location.pathname, { headers: { accept: 'text/html' }, credentials: 'omit' })
  const text = await page.clone().text()
  // A newer page names other files, which are kept once it is open.
  if (!page.ok || !addresses.every((address) => text.includes(address))) return
  await cache.addAll(addresses)
  await cache.put(pageKey, page)
  const needed = new Set([...addresses, pageKey])
  for (const request of await cache.keys())
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request)
}
