// package.json of the published package, from that of the workspace: its entries are the built files, and what only
// development needs is left out.

type Manifest = {
  name: string
  version: string
  description: string
  type: string
  sideEffects: boolean
  engines: object
  exports: Record<string, string>
}

export function publishedManifest({
  name,
  version,
  description,
  type,
  sideEffects,
  engines,
  exports,
}: Manifest) {
  const built = (source: string) => source.replace('./src/', './').replace(/\.ts$/, '')
  const entries = Object.entries(exports).map(([path, source]) => [
    path,
    { types: `${built(source)}.d.ts`, default: `${built(source)}.js` },
  ])
  const root = built(exports['.'] ?? '')
  return {
    name,
    version,
    description,
    license: 'SEE LICENSE IN LICENSE',
    type,
    sideEffects,
    engines,
    main: `${root}.js`,
    types: `${root}.d.ts`,
    exports: Object.fromEntries([...entries, ['./package.json', './package.json']]),
  }
}
