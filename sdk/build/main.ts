// Builds the package as it is published, in dist/ or in the directory given. The compiler is enough: every source file
// becomes a module, and a bundler takes those that an app uses.
import { execFileSync } from 'node:child_process'
import { copyFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedManifest } from './manifest.ts'

const workspace = fileURLToPath(new URL('../', import.meta.url))
const directory = process.argv[2] ?? join(workspace, 'dist')

rmSync(directory, { recursive: true, force: true })
const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
const compiler = typescript.replace('package.json', 'bin/tsc')
const project = join(workspace, 'tsconfig.build.json')
execFileSync(process.execPath, [compiler, '-p', project, '--outDir', directory], { stdio: 'inherit' })

// The compiler rewrites the imports of the code, but leaves those of the declarations as they are.
for (const name of globSync('**/*.d.ts', { cwd: directory })) {
  const file = join(directory, name)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/(from |import\()'(\.[^']*)\.ts'/g, "$1'$2.js'"))
}

const manifest = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'))
writeFileSync(join(directory, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
copyFileSync(join(workspace, 'README.md'), join(directory, 'README.md'))
copyFileSync(join(workspace, '../LICENSE'), join(directory, 'LICENSE'))
