// package.json of the published package, from that of the workspace: its entries are the built files, for `import` and for
// `require`, and what only development needs is left out.

type Manifest = {
  name: string
  version: string
  description: string
  license: string
  type: string
  sideEffects: boolean
  engines: object
  exports: Record<string, string>
}

export function publishedManifest({ exports, ...manifest }: Manifest) {
  const { name, version, description, license, type, sideEffects, engines } = manifest
  const built = (source: string, build: 'esm' | 'cjs') =>
    source.replace('./src/', `./dist/${build}/`).replace(/\.ts$/, '')
  const entryOf = (source: string, build: 'esm' | 'cjs') => ({
    types: `${built(source, build)}.d.ts`,
    default: `${built(source, build)}.js`,
  })
  const entries = Object.entries(exports).map(([path, source]) => [
    path,
    { import: entryOf(source, 'esm'), require: entryOf(source, 'cjs') },
  ])
  // For compilers that do not read `exports`: `tsc --init` of TypeScript 5.8 and older sets up such a resolution.
  const older = Object.entries(exports)
    .filter(([path]) => path !== '.')
    .map(([path, source]) => [path.slice(2), [entryOf(source, 'cjs').types]])
  const root = entryOf(exports['.'] ?? '', 'cjs')
  return {
    name,
    version,
    description,
    license,
    type,
    sideEffects,
    engines,
    main: root.default,
    types: root.types,
    typesVersions: { '*': Object.fromEntries(older) },
    bin: { 'anden-listen': './dist/esm/listen/main.js' },
    files: ['dist'],
    exports: Object.fromEntries([...entries, ['./package.json', './package.json']]),
  }
}
