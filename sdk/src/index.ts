// The client of the portal's API, for Node, Deno, Bun, browsers and edge runtimes: only fetch and Web Crypto.
export type AndenOptions = { apiKey?: string; baseUrl?: string }
