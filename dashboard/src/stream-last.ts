// The live stream never ends. With the default, high priority of a fetch it would compete with the page's reads, and
// tools that measure a page would wait forever for its important requests to finish.

export const fetchStreamLast: typeof fetch = (input, init) =>
  fetch(input, isLiveStream(init) ? { ...init, priority: 'low' } : init)

const isLiveStream = (init: RequestInit | undefined) =>
  new Headers(init?.headers).get('accept') === 'text/event-stream'
