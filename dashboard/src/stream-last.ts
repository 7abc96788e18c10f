// The live stream never ends. With the priority of a read, which is high, it would compete with what the page shows, and
// whoever measures a page would wait in vain for its important requests to end.

export const fetchStreamLast: typeof fetch = (input, init) =>
  fetch(input, isLiveStream(init) ? { ...init, priority: 'low' } : init)

const isLiveStream = (init: RequestInit | undefined) =>
  new Headers(init?.headers).get('accept') === 'text/event-stream'
