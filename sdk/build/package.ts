// The package as it is published, in a directory. The compiler is enough: every source file becomes a module, and a bundler
// takes those that an app uses. There is a build of ES modules, and one for `require`.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishedManifest } from './manifest.ts'

export const workspace = fileURLToPath(new URL('../', import.meta.url))

export function buildPackage(directory: string): void {
  const dist = join(directory, 'dist')
  rmSync(dist, { recursive: true, force: true })
  compile('tsconfig.build.json', join(dist, 'esm'))
  compile('tsconfig.build.json', join(dist, 'cjs'), '--module', 'commonjs', '--moduleResolution', 'bundler')
  // Only this program needs Node.
  compile('tsconfig.listen.json', join(dist, 'esm'))
  chmodSync(join(dist, 'esm/listen/main.js'), 0o755)
  // Otherwise they would be ES modules, as the package is.
  writeFileSync(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n')
  // The compiler rewrites the imports of the code, but leaves those of the declarations as they are.
  for (const name of globSync('**/*.d.ts', { cwd: dist })) {
    const file = join(dist, name)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2'))
  }
  const manifest = JSON.parse(readFileSync(join(workspace, 'package.json'), 'utf8'))
  writeFileSync(join(directory, 'package.json'), `${JSON.stringify(publishedManifest(manifest), null, 2)}\n`)
  if (directory === workspace) return
  for (const name of ['README.md', 'LICENSE']) copyFileSync(join(workspace, name), join(directory, name))
}

function compile(project: string, out: string, ...options: string[]): void {
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json')
  const compiler = typescript.replace('package.json', 'bin/tsc')
  mkdirSync(out, { recursive: true })
  const parameters = ['-p', join(workspace, project), '--outDir', out, ...options]
  execFileSync(process.execPath, [compiler, ...parameters], { stdio: ['ignore', 'inherit', 'inherit'] })
}
