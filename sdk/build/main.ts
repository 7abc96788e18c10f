// Builds dist/, the package as it is published. The compiler is enough: every source file becomes a module, and a bundler
// takes those that an app uses.
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { publishedManifest } from './manifest.ts'

const workspace = fileURLToPath(new URL('../', import.meta.url))
const typescript = createRequire(import.meta.url).resolve('typescript/package.json')

rmSync(`${workspace}dist`, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [typescript.replace('package.json', 'bin/tsc'), '-p', `${workspace}tsconfig.build.json`],
  {
    stdio: 'inherit',
  },
)

// The compiler rewrites the imports of the code, but leaves those of the declarations as they are.
for (const file of globSync('dist/**/*.d.ts', { cwd: workspace })) {
  const text = readFileSync(workspace + file, 'utf8')
  writeFileSync(workspace + file, text.replace(/(from |import\()'(\.[^']*)\.ts'/g, "$1'$2.js'"))
}

const manifest = JSON.parse(readFileSync(`${workspace}package.json`, 'utf8'))
writeFileSync(`${workspace}dist/package.json`, `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
copyFileSync(`${workspace}README.md`, `${workspace}dist/README.md`)
copyFileSync(`${workspace}../LICENSE`, `${workspace}dist/LICENSE`)
